// What a page was made of stays with the browser: FILES are fetched when it is opened first,
// and come from there where the server does not answer.
const name = "ruledeck STAMP";
self.addEventListener("install", e => {
  self.skipWaiting();
  e.waitUntil(caches.open(name).then(kept => kept.addAll(FILES)));
});
self.addEventListener("activate", e => {
  e.waitUntil((async () => {
    for (const old of await caches.keys()) if (old.startsWith("ruledeck ") && old !== name) await caches.delete(old);
    await self.clients.claim();
  })());
});
self.addEventListener("fetch", e => {
  if (e.request.method === "GET") e.respondWith(fetch(e.request).catch(() => kept(e.request)));
});
const kept = async request =>
  await (await caches.open(name)).match(request, {ignoreSearch: true}) ?? Response.error();
