// The table's page begins here: the key of the link becomes a cookie, and leaves the address.
const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
const answer = await fetch("enter", {method: "POST", body: JSON.stringify({key})});
if (key) history.replaceState(null, "", location.pathname);
if (answer.ok) {
  await import("./main.js");
  await import("./company.js");
} else {
  const page = document.createElement("p");
  page.className = "notice bad";
  page.textContent = (await answer.json()).error;
  document.getElementById("page").append(page);
}
