/** Measures page weight: the document in brotli, compared with its text alone, and with script and style. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import type { BenchShop } from './bench-shop.ts'

const CLIENT = 'dist/client'
/** Brotli quality for pages, which are compressed per request, unlike files. */
const QUICK = 5

interface Chunk {
  file: string
  imports?: string[]
}
type Manifest = Record<string, Chunk>

function brotli(content: string | Buffer, quality: number): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length
}

/** Returns the visible text: the least that a page could be. */
function textOf(html: string): string {
  return html
    .slice(html.indexOf('<body'))
    .replace(/<(script|svg)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const one of chunk.imports ?? []) filesOf(manifest, one, seen)
  return seen
}

/** Returns the bytes in brotli that every page loads before the first touch. Fonts are compressed already. */
function filesWeight(): { script: number; style: number; fonts: number } {
  const manifest = JSON.parse(readFileSync(`${CLIENT}/manifest.json`, 'utf8')) as Manifest
  const weigh = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + brotli(readFileSync(`${CLIENT}/${file}`), 11), 0)
  const fonts = Object.keys(manifest).filter((key) => /(?<!-accents)\.woff2$/.test(key))
  return {
    script: weigh(filesOf(manifest, 'client/entry-pages.tsx')),
    style: weigh(filesOf(manifest, 'client/app/site.css')),
    fonts: fonts.reduce((sum, key) => sum + readFileSync(`${CLIENT}/${manifest[key]?.file}`).length, 0),
  }
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Measures a listing of 50, a product page and the home page. */
export async function weighPages({ url }: BenchShop): Promise<string[]> {
  const read = async (path: string) => (await fetch(`${url}${path}`)).text()
  const listing = await read('/t')
  const product = /<h3[^>]*><a href="(\/p\/[^"]+)"/.exec(listing)?.[1]
  if (!product) throw new Error('/t shows no product')
  const { script, style, fonts } = filesWeight()
  const pages = [
    ['a listing of 50', listing],
    ['a product page', await read(product)],
    ['the home page', await read('/')],
  ] as const
  return [
    `Page weight in brotli, without pictures. Every page loads ${kb(script)} of script before it is touched, ${kb(style)} of style and, once, ${kb(fonts)} of fonts`,
    ...pages.map(([name, html]) => {
      const [page, text] = [brotli(html, QUICK), brotli(textOf(html), QUICK)]
      return `  ${name}: ${kb(page)} of HTML (${kb(Buffer.byteLength(html))} unpacked), ${(page / text).toFixed(1)} times its words alone (${kb(text)}); with script and style ${kb(page + script + style)}`
    }),
  ]
}
