// Compares JavaScript sizes (brotli) with limits: before the first interaction, and everything a kind of page
// can load.
import { readFileSync } from 'node:fs'
import { ISLANDS } from './client/app/island-registry.ts'
import { DIALOG_MODULES, ISLANDS_PER_PAGE } from './client/app/islands-per-page.ts'
import { chunkName } from './scripts/chunk-name.ts'

const ENTRY = 'client/entry-pages.tsx'
const APP = ['client/entry-app.tsx', 'client/app/hydrate-app.tsx']
const manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8'))

/** Checks whether a manifest key is the module of this name; shared chunks have the name too. */
const isNamed = (key, name) =>
  key.startsWith(`_${chunkName(name)}-`) || new RegExp(`/${name}(\\.\\w+)?\\.tsx?$`).test(key)
/** Dialogs load when a shopper opens one; they have a limit of their own. */
const isDialog = (key) => DIALOG_MODULES.some((name) => isNamed(key, name))

/** Returns the files of these keys and of everything they import; with `dynamic` also through `import()`. */
function reach(keys, dynamic, seen = new Set(), chunks = manifest) {
  for (const key of keys) {
    const chunk = chunks[key]
    if (!chunk || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    const later = dynamic ? (chunk.dynamicImports ?? []).filter((next) => !isDialog(next)) : []
    reach([...(chunk.imports ?? []), ...later], dynamic, seen, chunks)
  }
  return seen
}

const inDist = (files) => [...files].map((file) => `dist/client/${file}`)
const files = (entry, dynamic) => inDist(reach([entry], dynamic))

/** Returns the manifest key of an island. */
const moduleOf = (island) =>
  Object.keys(manifest).find((key) => key.endsWith(`/${island}.island.tsx`) || key.endsWith(`/${island}.tsx`))

/** Returns the entry's files and everything it may load, but of the islands only those in `names`. */
function withIslands(names) {
  const others = new Set(Object.keys(ISLANDS).map(moduleOf))
  for (const name of names) {
    if (!moduleOf(name)) throw new Error(`${name} is no module of its own`)
    others.delete(moduleOf(name))
  }
  const later = manifest[ENTRY].dynamicImports.filter((key) => !others.has(key) && !isDialog(key))
  return inDist(reach(later, true, reach([ENTRY], false)))
}

/** Returns the keys of the app's screens in some rooms; each screen is loaded when its route is entered. */
function screens(rooms) {
  return Object.keys(manifest).filter((key) => key.endsWith('.screen.tsx') && rooms.test(key))
}

/** Returns the files that dialogs add to a page whose islands are hydrated. */
function dialogs() {
  // The hydration code may load any island; a dialog opens only itself.
  const others = Object.keys(ISLANDS).filter((name) => !DIALOG_MODULES.includes(name))
  const islands = new Set(others.flatMap((name) => manifest[moduleOf(name)]?.file ?? []))
  const opened = DIALOG_MODULES.flatMap((name) => {
    const key = Object.keys(manifest).find((one) => isNamed(one, name))
    if (!key) throw new Error(`${name} is no module of its own`)
    return [...reach([key], true, new Set(islands))]
  })
  const hydrated = new Set(withIslands(ISLANDS_PER_PAGE.product))
  return inDist(new Set(opened)).filter((file) => !hydrated.has(file) && !islands.has(file))
}

const STAFF_ENTRY = 'client/entry-staff.tsx'
const GRID = 'client/staff/bulk/grid/grid.ts'
/** React and the page that takes in tires. */
const INTAKE = ['client/platform/islands/hydrate-island.ts', 'client/staff/intake/intake.island.tsx']
/** Loaded once that page is there, for a time without a connection. */
const OFFLINE_LABEL = 'client/staff/print/offline-label.tsx'
/** What other pages load, without React. */
const PARTS = [
  'client/staff/frame/typed-fields.ts',
  'client/content/chat/chat.ts',
  'client/staff/sign-in/passkeys.ts',
  'client/staff/photos/photo-fields.ts',
]

/** Returns the scripts of a page of the back office that loads these parts, with `dynamic` also those that the parts load. */
function staffScripts(parts, dynamic = false) {
  const staff = JSON.parse(readFileSync('dist/client/staff-manifest.json', 'utf8'))
  for (const part of parts) if (!staff[part]) throw new Error(`${part} is no module of its own`)
  const { [OFFLINE_LABEL]: label, ...others } = staff
  if (!label) throw new Error(`${OFFLINE_LABEL} is no module of its own`)
  const entry = reach([STAFF_ENTRY], false, new Set(), others)
  return reach(parts, dynamic, entry, others)
}

/** Returns what the label without a connection adds to the page that takes in tires. */
function labelScripts() {
  const staff = JSON.parse(readFileSync('dist/client/staff-manifest.json', 'utf8'))
  const page = staffScripts(INTAKE, true)
  return [...reach([OFFLINE_LABEL], true, new Set(page), staff)].slice(page.size)
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
    // Includes the dialogs that any page may open (location, sign-in, chat) and the stored cart.
    limit: '100 kB',
    brotli: true,
  })),
  {
    name: 'All dialogs that a page can open',
    path: dialogs(),
    limit: '40 kB',
    brotli: true,
  },
  // Only one of these screens is loaded at a time.
  ...Object.entries({ cart: 116, checkout: 126, 'thank-you': 116 }).map(([screen, kilobytes]) => ({
    name: `The ${screen} screen with the app`,
    path: inDist(reach([...APP, ...screens(new RegExp(`/${screen}[.]screen`))], false)),
    limit: `${kilobytes} kB`,
    brotli: true,
  })),
  {
    name: 'The app with every screen of an account',
    path: inDist(reach([...APP, ...screens(/^client\/(account|identity)\//)], false)),
    limit: '130 kB',
    brotli: true,
  },
  {
    name: 'A page of the back office before the first interaction',
    path: inDist(staffScripts([])),
    limit: '8 kB',
    brotli: true,
  },
  {
    name: 'The page that takes in tires',
    path: inDist(staffScripts(INTAKE, true)),
    limit: '100 kB',
    brotli: true,
  },
  {
    name: 'The label without a connection, which that page loads last',
    path: inDist(labelScripts()),
    limit: '6 kB',
    brotli: true,
  },
  {
    name: 'Any other page of the back office, with every part',
    path: inDist(staffScripts(PARTS)),
    limit: '20 kB',
    brotli: true,
  },
  {
    name: 'The grid of units',
    path: inDist(staffScripts([GRID])),
    limit: '120 kB',
    brotli: true,
  },
]
