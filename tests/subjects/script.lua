-- A bit of everything: closures, strings, tables, coroutines, files, errors.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print("fib", fib(18), _VERSION)
local words = {}
for w in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do words[#words + 1] = w end
table.sort(words)
print(table.concat(words, ","), #words)
print(string.format("%5.2f|%-8s|%08x|%q", 3.14159, "left", 48879, "a\nb"))
local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i * i) end end)
print(co(), co(), co())
print(select(2, pcall(function() error({ code = 42 }) end)).code)
print(select(2, pcall(error, "message", 0)))
local t = setmetatable({}, { __index = function(_, k) return k .. "!" end, __add = function() return "sum" end })
print(t.hello, t + 1)
local f = assert(io.open("lua_test.txt", "w"))
f:write("line one\n", 2, "\n", 3.5, "\n")
f:close()
for l in io.lines("lua_test.txt") do io.write("[", l, "]") end
print()
print(os.remove("lua_test.txt"), io.open("lua_test.txt"))
print(math.maxinteger, math.mininteger, 7 // 2, -7 // 2, 7 % -3, 2 ^ 10, 10 / 4)
print(("x"):rep(5, "-"), ("hello"):byte(1, -1), #"\u{20AC}")
local sum = 0
for i = 1, 20000 do sum = (sum * 31 + i) % 1000003 end
print(sum, arg[1] ~= nil, arg[2])
print(string.pack("<i4", 100):byte(1, -1))
goto done
print("not here")
::done::
print(tostring(nil), tostring(1e100), 0x7fffffffffffffff + 1 == math.mininteger)
