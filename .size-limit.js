// JavaScript of a product page, in brotli: what comes before the first interaction, and everything there is.
import { readFileSync } from 'node:fs'

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

const files = (entry, dynamic) => [...reach([entry], dynamic)].map((file) => `dist/client/${file}`)

export default [
  {
    name: 'A page before the first interaction',
    path: files('client/entry-pages.tsx', false),
    limit: '6 kB',
    brotli: true,
  },
  {
    name: 'A page with every island hydrated',
    path: files('client/entry-pages.tsx', true),
    limit: '100 kB',
    brotli: true,
  },
  {
    name: 'The app (cart and checkout)',
    path: files('client/entry-app.tsx', true),
    limit: '130 kB',
    brotli: true,
  },
]
