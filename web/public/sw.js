// Keeps what the client is made of, so that it opens without a network and can say so.
// Pages: from the network, the kept one only when there is none. Built files: their names change
// with their content, so the kept one is right. Everything else, the API above all, is not touched.
const KEPT = "nolpan-1";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add("/")));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fromNetwork(request, "/"));
  } else if (url.pathname === "/config.json") {
    event.respondWith(fromNetwork(request, request));
  } else if (/^\/(assets|thumbnails)\//.test(url.pathname)) {
    event.respondWith(fromCache(request));
  }
});

async function fromNetwork(request, key) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (offline) {
    const kept = await cache.match(key);
    if (kept === undefined) throw offline;
    return kept;
  }
}

async function fromCache(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
