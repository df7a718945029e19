// JavaScript of the pages in brotli: what comes before the first interaction, and all that a page of a kind can load.
import { readFileSync } from 'node:fs'
import { ISLANDS } from './client/app/island-registry.ts'
import { DIALOG_MODULES, ISLANDS_PER_PAGE } from './client/app/islands-per-page.ts'

const ENTRY = 'client/entry-pages.tsx'
const manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8'))

/** Windows over a page come when somebody opens one; they have a limit of their own. Shared chunks bear their name. */
const isNamed = (key, name) =>
  key.startsWith(`_${name.slice(0, 9)}-`) || new RegExp(`/${name}(\\.\\w+)?\\.tsx?$`).test(key)
const isWindow = (key) => DIALOG_MODULES.some((name) => isNamed(key, name))

function reach(keys, dynamic, seen = new Set()) {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    const later = dynamic ? (chunk.dynamicImports ?? []).filter((next) => !isWindow(next)) : []
    reach([...(chunk.imports ?? []), ...later], dynamic, seen)
  }
  return seen
}

const inDist = (files) => [...files].map((file) => `dist/client/${file}`)
const files = (entry, dynamic) => inDist(reach([entry], dynamic))

/** An island is the one file of its name. */
const moduleOf = (island) =>
  Object.keys(manifest).find((key) => key.endsWith(`/${island}.island.tsx`) || key.endsWith(`/${island}.tsx`))

/** The entry with everything that it may fetch, but of the islands only those named. */
function withIslands(names) {
  const others = new Set(Object.keys(ISLANDS).map(moduleOf))
  for (const name of names) {
    if (!moduleOf(name)) throw new Error(`${name} is no module of its own`)
    others.delete(moduleOf(name))
  }
  const later = manifest[ENTRY].dynamicImports.filter((key) => !others.has(key) && !isWindow(key))
  return inDist(reach(later, true, reach([ENTRY], false)))
}

/** The app's screens of some rooms; each is fetched when its route is entered. */
function screens(rooms) {
  return Object.keys(manifest).filter((key) => key.endsWith('.screen.tsx') && rooms.test(key))
}

/** What the windows add to a page whose islands are awake. */
function windows() {
  // What wakes islands may fetch any of them; a window opens none but itself.
  const others = Object.keys(ISLANDS).filter((name) => !DIALOG_MODULES.includes(name))
  const islands = new Set(others.flatMap((name) => manifest[moduleOf(name)]?.file ?? []))
  const opened = DIALOG_MODULES.flatMap((name) => {
    const key = Object.keys(manifest).find((one) => isNamed(one, name))
    if (!key) throw new Error(`${name} is no module of its own`)
    return [...reach([key], true, new Set(islands))]
  })
  const awake = new Set(withIslands(ISLANDS_PER_PAGE.product))
  return inDist(new Set(opened)).filter((file) => !awake.has(file) && !islands.has(file))
}

export default [
  {
    name: 'A page before the first interaction',
    path: files(ENTRY, false),
    limit: '6 kB',
    brotli: true,
  },
  ...Object.entries(ISLANDS_PER_PAGE).map(([kind, names]) => ({
    name: `A ${kind} page with every island hydrated`,
    path: withIslands(names),
    // With the dialogs that any page may open: place, sign-in, chat; and with the cart that is kept here.
    limit: '100 kB',
    brotli: true,
  })),
  {
    name: 'All windows that a page can open',
    path: windows(),
    limit: '40 kB',
    brotli: true,
  },
  {
    name: 'The app from the cart to the thank-you',
    path: inDist(reach(['client/entry-app.tsx', ...screens(/^client\/(cart|checkout|orders|app)\//)], false)),
    limit: '132 kB',
    brotli: true,
  },
  {
    name: 'The app with every screen of an account',
    path: inDist(reach(['client/entry-app.tsx', ...screens(/^client\/(account|identity)\//)], false)),
    limit: '130 kB',
    brotli: true,
  },
]
