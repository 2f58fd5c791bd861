// The table's page begins here: the key of the link becomes a cookie, and leaves the address. Where
// the server or a part of the page does not come, the page is loaded again.
const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";

async function enter() {
  const answer = await fetch("enter", {method: "POST", body: JSON.stringify({key})});
  if (answer.status === 429 || answer.status >= 500) throw new Error(answer.statusText);
  if (!answer.ok) return (await answer.json()).error;
  if (key) history.replaceState(null, "", location.pathname);
  await import("./main.js");
  await import("./company.js");
  return "";
}

const refused = await enter().catch(() => {
  setTimeout(() => location.reload(), 1000);
  return "";
});
if (refused) {
  const page = document.createElement("p");
  page.className = "notice bad";
  page.textContent = refused;
  document.getElementById("page").append(page);
}
