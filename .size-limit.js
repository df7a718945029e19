// JavaScript of the pages in brotli: what comes before the first interaction, and all that a page of a kind can load.
import { readFileSync } from 'node:fs'
import { ISLANDS_ON } from './client/islands/on-pages.ts'
import { ISLANDS } from './client/islands/registry.ts'

const ENTRY = 'client/entry-pages.tsx'
const manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8'))

function reach(keys, dynamic, seen = new Set()) {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    reach([...(chunk.imports ?? []), ...(dynamic ? (chunk.dynamicImports ?? []) : [])], dynamic, seen)
  }
  return seen
}

const inDist = (files) => [...files].map((file) => `dist/client/${file}`)
const files = (entry, dynamic) => inDist(reach([entry], dynamic))

const moduleOf = (island) => `client/islands/${island}.tsx`

/** The entry with everything that it may fetch, but of the islands only those named. */
function withIslands(names) {
  const others = new Set(Object.keys(ISLANDS).map(moduleOf))
  for (const island of names.map(moduleOf)) {
    if (!manifest[island]) throw new Error(`${island} is no module of its own`)
    others.delete(island)
  }
  const later = manifest[ENTRY].dynamicImports.filter((key) => !others.has(key))
  return inDist(reach(later, true, reach([ENTRY], false)))
}

export default [
  {
    name: 'A page before the first interaction',
    path: files(ENTRY, false),
    limit: '6 kB',
    brotli: true,
  },
  ...Object.entries(ISLANDS_ON).map(([kind, names]) => ({
    name: `A ${kind} page with every island hydrated`,
    path: withIslands(names),
    // With the dialogs that any page may open: place, sign-in, chat.
    limit: '112 kB',
    brotli: true,
  })),
  {
    name: 'The app (cart and checkout)',
    path: files('client/entry-app.tsx', true),
    limit: '130 kB',
    brotli: true,
  },
]
