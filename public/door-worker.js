// Service worker of the door of one fair: `/console/fairs/{id}/checkin`, its scope, opens without a line too. It keeps
// the empty page and the files that it is made of, which are named by their content; it neither keeps nor answers a call
// of the API. `src/match/checkins/console/use-offline-page.ts` registers it and says what is to be kept.

/* global self, caches, clients */

const page = new URL(self.registration.scope).pathname
const name = `door:${page}`
/** The page as it was loaded last: it is kept once it says that it works. */
const loaded = `${page}?loaded`
/** Milliseconds after which a line that answers nothing counts as none. */
const patience = 5000

const isFile = ({ method, url }) => {
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === self.location.origin && pathname.startsWith('/assets/')
}

const openPage = async (request) => {
  const cache = await caches.open(name)
  const kept = await cache.match(page)
  const fresh = fetch(request).then(async (answer) => {
    // Logged out, gone, or another page: what is kept does not hide it.
    if (answer.status >= 500 && kept) return kept
    if (answer.ok) await cache.put(loaded, answer.clone())
    return answer
  })
  if (!kept) return fresh
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), patience))
  return Promise.race([fresh.catch(() => kept), late])
}

const openFile = async (request) => {
  const cache = await caches.open(name)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

/** Keeps the page with all its files, or leaves what was kept before as it is. */
const keep = async ({ files, entry }) => {
  const cache = await caches.open(name)
  for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file)
  const found = (await cache.match(loaded)) ?? (await fetch(page))
  // Between the two a new version may have come: its page is kept when it has been opened with its own files.
  if (!found.ok || !(await found.clone().text()).includes(entry)) return false
  await cache.put(page, found)
  await cache.delete(loaded)
  const needed = new Set(files.map((file) => new URL(file, self.location.origin).pathname))
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (/\.(js|css)$/.test(pathname) && !needed.has(pathname)) await cache.delete(request)
  }
  return true
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') {
    if (new URL(request.url).pathname === page) event.respondWith(openPage(request))
  } else if (isFile(request)) event.respondWith(openFile(request))
})
self.addEventListener('message', (event) => {
  const [port] = event.ports
  event.waitUntil(
    keep(event.data).then(
      (isKept) => port?.postMessage(isKept),
      () => port?.postMessage(false),
    ),
  )
})
