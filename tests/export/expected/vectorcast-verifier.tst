-- Test Case Script, made by crescendo 0.1.0
-- format from public descriptions, unverified against the vendor's tool
--
-- Unit(s) Under Test: verifier
--
-- Script Features
TEST.SCRIPT_FEATURE:C_DIRECT_ARRAY_INDEXING
TEST.SCRIPT_FEATURE:MIXED_CASE_NAMES
TEST.SCRIPT_FEATURE:STATIC_HEADER_FUNCS_IN_UUTS
--

-- Unit: verifier

-- Subprogram: main

-- Test Case: test_main_returns_0_when_VERIFIER_nondet_uchar_is_z
TEST.UNIT:verifier
TEST.SUBPROGRAM:main
TEST.NEW
TEST.NAME:test_main_returns_0_when_VERIFIER_nondet_uchar_is_z
TEST.NOTES:
x > 1000 is true; __VERIFIER_nondet_uchar() == 'z' is true
TEST.END_NOTES:
TEST.VALUE:uut_prototype_stubs.__VERIFIER_nondet_int.return:1001
TEST.VALUE:uut_prototype_stubs.__VERIFIER_nondet_uchar.return:122
TEST.EXPECTED:verifier.main.return:0
-- expected call: __VERIFIER_nondet_int()
-- expected call: __VERIFIER_nondet_uchar()
TEST.END

-- Test Case: test_main_returns_0_when_x_is_at_most_1000
TEST.UNIT:verifier
TEST.SUBPROGRAM:main
TEST.NEW
TEST.NAME:test_main_returns_0_when_x_is_at_most_1000
TEST.NOTES:
x > 1000 is false
TEST.END_NOTES:
TEST.VALUE:uut_prototype_stubs.__VERIFIER_nondet_int.return:1000
TEST.EXPECTED:verifier.main.return:0
-- expected call: __VERIFIER_nondet_int()
TEST.END

-- Test Case: test_main_returns_0_when_VERIFIER_nondet_uchar_is_not_z
TEST.UNIT:verifier
TEST.SUBPROGRAM:main
TEST.NEW
TEST.NAME:test_main_returns_0_when_VERIFIER_nondet_uchar_is_not_z
TEST.NOTES:
x > 1000 is true; __VERIFIER_nondet_uchar() == 'z' is false
TEST.END_NOTES:
TEST.VALUE:uut_prototype_stubs.__VERIFIER_nondet_int.return:1001
TEST.VALUE:uut_prototype_stubs.__VERIFIER_nondet_uchar.return:121
TEST.EXPECTED:verifier.main.return:0
-- expected call: __VERIFIER_nondet_int()
-- expected call: __VERIFIER_nondet_uchar()
TEST.END

