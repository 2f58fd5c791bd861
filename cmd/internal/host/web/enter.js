// The page of a table, and that of the host, begin here: the key of the link becomes a cookie, and
// leaves the address, where the seat stays: each tab of a browser has its own. Where the server or
// a part of the page does not come, it is loaded again.
const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
const seat = location.hash.match(/(?:key|seat)=(\d+)\b/)?.[1] ?? "";

async function enter() {
  const answer = await fetch(`enter?seat=${seat}`, {method: "POST", body: JSON.stringify({key})});
  if (answer.status === 429 || answer.status >= 500) throw new Error(answer.statusText);
  if (!answer.ok) return (await answer.json()).error;
  if (key) history.replaceState(null, "", seat ? `#seat=${seat}&follow=1` : location.pathname);
  for (const part of (document.body.dataset.parts ?? "main company").split(" ")) await import(`./${part}.js`);
  return "";
}

const refused = await enter().catch(() => {
  setTimeout(() => location.reload(), 1000);
  return "";
});
if (refused) {
  document.getElementById("page").append(Object.assign(document.createElement("p"),
    {className: "notice bad", textContent: refused}));
}
