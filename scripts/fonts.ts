/**
 * Writes client/platform/style/*.woff2: Archivo and Public Sans reduced to the glyphs in use, so that the
 * first paint waits for forty kilobytes instead of a hundred. Both fonts are OFL-1.1.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import subsetFont from 'subset-font'

const HELP = `node scripts/fonts.ts [--out FOLDER]

Cuts the two fonts of the shop down to the letters, axes and features in use.
  --out  folder to write into (client/platform/style)`

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
/** Printable ASCII and the punctuation of headings, sizes and prices: the first paint of nearly every page. */
const BASIC = `${range(0x20, 0x7e)}\u00a0®°·×–—‘’“”…™−`
const HEADING_ACCENTS = range(0xc0, 0xff).replace('×', '')
/** Running text also contains names and quotations in any Western spelling. */
const TEXT_ACCENTS = `${HEADING_ACCENTS}${range(0xa1, 0xbf).replace(/[®°·]/g, '')}ŒœŠšŽžŸ‚„•‹›€⁄→←`

/** Each axis has its default at the lowest value: then each glyph needs a quarter of the deltas. */
const ARCHIVO = {
  from: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  axes: { wdth: { min: 72, max: 84, default: 72 }, wght: { min: 500, max: 760, default: 500 } },
}
const PUBLIC_SANS = {
  from: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
  axes: { wght: { min: 400, max: 600, default: 400 } },
}

/** The files with `accents` are loaded by pages that contain such a letter (unicode-range in tokens.css). */
const CUTS = [
  { ...ARCHIVO, to: 'archivo.woff2', text: BASIC },
  { ...ARCHIVO, to: 'archivo-accents.woff2', text: HEADING_ACCENTS },
  { ...PUBLIC_SANS, to: 'public-sans.woff2', text: BASIC },
  { ...PUBLIC_SANS, to: 'public-sans-accents.woff2', text: TEXT_ACCENTS },
]
/** Kerning, tabular and lining figures, marks; no fractions, small capitals and similar features. */
const FEATURES = ['kern', 'tnum', 'lnum', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'rvrn', 'rclt']

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'client/platform/style' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const require = createRequire(import.meta.url)
  mkdirSync(values.out, { recursive: true })
  for (const cut of CUTS) {
    const source = readFileSync(require.resolve(cut.from))
    const small = await subsetFont(source, cut.text, {
      targetFormat: 'woff2',
      variationAxes: cut.axes,
      keepFeatures: FEATURES,
      noHinting: true,
    })
    writeFileSync(`${values.out}/${cut.to}`, small)
    console.log(
      `${cut.to}: ${(source.length / 1024).toFixed(1)} kB became ${(small.length / 1024).toFixed(1)} kB`,
    )
  }
}

await main()
