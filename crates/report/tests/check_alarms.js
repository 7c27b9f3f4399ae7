// The page of alarms, looked at by `check.js`'s means.
async function look() {
  await until("the overview", () => document.body.textContent.includes("the list, with verdicts"));
  expect("counts", document.body.textContent.includes("1 confirmed") && document.body.textContent.includes("1 open") && document.body.textContent.includes("1 false"));
  all("a[href='#/alarms']")[0].click();
  await until("the list", () => all("#alarms details").length === 2);
  expect("worst first", all("#alarms details")[0].textContent.includes("confirmed"));
  expect("text stays text", one("#alarms").textContent.includes("</script><b>"));
  one("#alarms details").open = true;
  const first = one("#alarms details");
  for (const text of ["the caller passes it (seen natively)", "passes i = 4", "i > 3 is true", "p is not null", "Check the index.", "crescendo gen sample.c", "print18", "return table[i]"])
    expect(`the alarm says ${text}`, first.textContent.includes(text));
  expect("its line is marked", first.querySelector(".row.fault .no").textContent === "18");

  // Narrowing down.
  const click = (v) => one(`[data-verdict="${v}"]`).click();
  const number = () => all("#alarms details").length;
  click("false");
  expect("false ones", number() === 1 && one("#alarms").textContent.includes("proved"));
  click("ignored");
  expect("suppressed ones", number() === 1 && one("#alarms").textContent.includes("Suppressed: looked at"));
  click("all");
  expect("all", number() === 4);
  one("#kind").value = "null-dereference";
  one("#kind").dispatchEvent(new Event("change"));
  expect("of a kind", number() === 3);
  one("#narrow").value = "sample.c:7";
  one("#narrow").dispatchEvent(new Event("input"));
  expect("by place", number() === 1);

  // To the source and back to one alarm.
  all("#alarms details")[0].open = true;
  all("#alarms a[href='#/s/0/7']")[0].click();
  await until("the source line", () => one(".row.at") && one(".row.at .no").textContent === "7");
  location.hash = "#/alarms/0";
  await until("the list again", () => number() === 1);
  for (const mode of ["d", "d"]) {
    key(mode);
    const colours = getComputedStyle(one("#alarms .chip"));
    expect("chips can be read", colours.color !== colours.backgroundColor);
  }
}
