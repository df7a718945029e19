/**
 * Writes worker/catalog/images/drawing/glyphs.generated.ts: the letters on drawn tires as outlines, because a
 * picture in an <img> can load no font. Source: Archivo (OFL-1.1), fixed at a wide, heavy style.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'

const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /-.&'+"
const CAP = 100
const HELP = `node scripts/glyphs.ts [--wdth 112] [--wght 780] [--out FILE]

Takes capital letters, figures and signs out of Archivo and writes them as outlines for the drawn tires.
  --wdth  width axis, 62 to 125 (112)
  --wght  weight axis, 100 to 900 (780)
  --out   file to write (worker/catalog/images/drawing/glyphs.generated.ts)`

interface Command {
  type: string
  x?: number
  y?: number
  x1?: number
  y1?: number
}
interface Font {
  tables: { os2: { sCapHeight: number } }
  charToGlyph(character: string): { advanceWidth: number; path: { commands: Command[] } }
}

/** Returns the outline of one letter, capitals 100 high, y upwards: "M0 0L30 100…Z". */
export function outline(commands: readonly Command[], scale: number): string {
  const at = (x = 0, y = 0) => `${Math.round(x * scale)} ${Math.round(y * scale)}`
  return commands
    .map((c) => {
      if (c.type === 'Z') return 'Z'
      if (c.type === 'Q') return `Q${at(c.x1, c.y1)} ${at(c.x, c.y)}`
      if (c.type === 'M' || c.type === 'L') return `${c.type}${at(c.x, c.y)}`
      throw new Error(`The font has a "${c.type}" command; only M, L, Q and Z are understood.`)
    })
    .join('')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      wdth: { type: 'string', default: '112' },
      wght: { type: 'string', default: '780' },
      out: { type: 'string', default: 'worker/catalog/images/drawing/glyphs.generated.ts' },
    },
  })
  if (values.help) return console.log(HELP)
  const load = createRequire(import.meta.url)
  const subset = load('subset-font') as (
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes: Record<string, number> },
  ) => Promise<Buffer>
  const { parse } = load('opentype.js') as { parse(font: ArrayBuffer): Font }
  const source = readFileSync(
    load.resolve('@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2'),
  )
  const pinned = await subset(source, CHARACTERS, {
    targetFormat: 'sfnt',
    variationAxes: { wdth: Number(values.wdth), wght: Number(values.wght) },
  })
  const font = parse(new Uint8Array(pinned).buffer)
  const scale = CAP / font.tables.os2.sCapHeight
  const rows = [...CHARACTERS].map((character) => {
    const glyph = font.charToGlyph(character)
    const advance = Math.round(glyph.advanceWidth * scale)
    return `  ${JSON.stringify(character)}: [${advance}, '${outline(glyph.path.commands, scale)}'],`
  })
  writeFileSync(
    values.out,
    `// Written by scripts/glyphs.ts from Archivo (wdth ${values.wdth}, wght ${values.wght}). Copyright 2020 The Archivo Project Authors, OFL-1.1.
/** Advance and outline per character; capitals are 100 high, y grows upwards. */
export const GLYPHS: Readonly<Record<string, readonly [advance: number, outline: string]>> = {
${rows.join('\n')}
}
`,
  )
  console.log(`${rows.length} letters written to ${values.out}`)
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) await main()
