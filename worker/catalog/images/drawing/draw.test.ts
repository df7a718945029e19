import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { PATTERN_NAMES } from '../../../../schema/catalog/product/product.ts'
import {
  PICTURE_WIDTHS,
  pictureAlt,
  type TireAppearance,
  toAppearance,
  VIEWS,
} from '../../../../schema/catalog/product/tire-appearance.ts'
import { drawTire } from './draw.ts'

const BASE = {
  brand: 'Aldermoor & Sons',
  model: "Driver's Choice No. 5 Sport+",
  section: 225,
  aspect: 45,
  rim: 17,
  construction: 'R',
  tireLoad: '121/118',
  tireSpeed: 'W',
  season: 'All seasons',
  dot: '2419',
}
const SIZES = [
  { section: 145, aspect: 80, rim: 13 },
  { section: 195, aspect: 65, rim: 15 },
  { section: 225, aspect: 45, rim: 17 },
  { section: 265, aspect: 70, rim: 17 },
  { section: 305, aspect: 30, rim: 20 },
]
const SPREAD: readonly TireAppearance[] = PATTERN_NAMES.flatMap((pattern) =>
  SIZES.flatMap((size) =>
    [12, 3].map((treadDepth) =>
      toAppearance({ ...BASE, ...size, pattern, treadDepth, treadNew: 12, rwl: pattern === 'at' }),
    ),
  ),
)
const ODD: readonly TireAppearance[] = [
  { section: 95, aspect: 20, rim: 30 },
  { section: 455, aspect: 110, rim: 8 },
  { section: 455, aspect: 20, rim: 30 },
  { section: 95, aspect: 110, rim: 8 },
].map((size) => toAppearance({ ...BASE, ...size, brand: '', model: '', treadDepth: 1, treadNew: 40 }))

/** Returns the compressed size. */
function compressedSize(svg: string): number {
  return brotliCompressSync(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

/** Expects closed tags in order, escaped texts and attributes, and a target for every reference. */
function expectWellFormed(svg: string): void {
  const open: string[] = []
  const rest = svg.replace(/<(\/?)([a-zA-Z]+)((?: [\w-]+="[^"<&]*")*)(\/?)>/g, (_, end, name, __, empty) => {
    if (end) expect(open.pop()).toBe(name)
    else if (!empty) open.push(name)
    return ''
  })
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;)/)
  const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect(ids.size).toBe([...svg.matchAll(/ id="/g)].length)
  for (const [, id] of svg.matchAll(/(?:url\(|href=")#([^)"]+)/g)) expect(ids).toContain(id)
  expect(svg).not.toMatch(
    /NaN|Infinity|undefined|<script|<text|<image|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
  )
}

test('a card needs at most 25 kB compressed and 70 kB uncompressed for every pattern and size', () => {
  for (const appearance of SPREAD) {
    const svg = drawTire(appearance, 'three-quarter', 350)
    expect(svg.length).toBeLessThanOrEqual(70_000)
    expect(compressedSize(svg)).toBeLessThanOrEqual(25_000)
  }
})

test('a large picture needs at most 55 kB compressed', () => {
  for (const appearance of SPREAD.slice(0, 30).filter((_, i) => i % 3 === 0))
    for (const view of VIEWS) expect(compressedSize(drawTire(appearance, view, 1000))).toBeLessThan(55_000)
})

test('every view of every appearance, with the most unusual sizes too, is well-formed and self-contained', () => {
  for (const appearance of [...SPREAD.filter((_, i) => i % 4 === 0), ...ODD])
    for (const view of VIEWS)
      for (const width of PICTURE_WIDTHS) expectWellFormed(drawTire(appearance, view, width))
})

test('the same appearance yields the same text', () => {
  for (const appearance of SPREAD.slice(0, 3))
    for (const view of VIEWS)
      expect(drawTire(appearance, view, 350)).toBe(drawTire(structuredClone(appearance), view, 350))
})

test('every pattern, size, wear, name and view yields a different picture', () => {
  const pictures = [
    ...SPREAD.map((appearance) => drawTire(appearance, 'three-quarter', 350)),
    ...VIEWS.map((view) => drawTire(toAppearance({ ...BASE, brand: 'Halden' }), view, 350)),
    drawTire(toAppearance({ ...BASE, brand: 'Halden', dot: '2519' }), 'dot', 350),
    drawTire(toAppearance({ ...BASE, brand: 'Halden', model: 'Other' }), 'three-quarter', 350),
  ]
  expect(new Set(pictures).size).toBe(pictures.length)
})

test('the date is drawn in the DOT view only', () => {
  const [older, newer] = ['2419', '0124'].map((dot) => toAppearance({ ...BASE, dot }))
  if (!older || !newer) throw new Error('the test needs two appearances')
  for (const view of VIEWS)
    expect(drawTire(older, view, 350) === drawTire(newer, view, 350)).toBe(view !== 'dot')
})

test('the picture contains its text alternative, escaped', () => {
  const appearance = toAppearance({ ...BASE })
  const title = /<title>(.*?)<\/title>/.exec(drawTire(appearance, 'sidewall', 350))?.[1] ?? ''
  expect(title.replace(/&amp;/g, '&')).toBe(pictureAlt(appearance, 'sidewall'))
  expect(title).toContain('Aldermoor &amp; Sons')
})
