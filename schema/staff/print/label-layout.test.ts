import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { boldWidth } from '../../platform/pdf/helvetica-bold.ts'
import {
  binLabelLayout,
  LABEL_ARROWS,
  type LabelLayout,
  type UnitLabel,
  unitLabelLayout,
} from './label-layout.ts'
import { labelsPdf } from './label-pdf.ts'
import { EDGE, LABEL_DIMENSIONS, LABEL_SIZES } from './label-size.ts'
import { labelsZpl } from './label-zpl.ts'

/** A pattern of modules that differs in every row and column. */
const matrixOf = (size: number) => ({
  size,
  isDark: (x: number, y: number) => (x * 7 + y * 13 + x * y) % 3 === 0 || x === y,
})
const MATRIX = matrixOf(37)

const UNIT: UnitLabel = {
  sku: 'TL-1043274',
  size: 'LT245/75R16',
  tire: 'Halden Crosscut AT',
  tread: 'Tread 7.5/32',
  dot: 'DOT 2419',
  grade: 'Grade A',
  bin: 'A-12-3',
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Capitals and digits are 0.72 of the size high, letters such as g reach 0.21 below the line. */
function boxesOf({ marks }: LabelLayout): Box[] {
  return marks.map(boxOf)
}

function boxOf(mark: LabelLayout['marks'][number]): Box {
  switch (mark.kind) {
    case 'text': {
      const { x, baseline, size, width } = mark
      const hangs = /[gjpqy,;@|()Q/_]/.test(mark.text) ? 0.21 : 0
      return {
        left: x,
        right: x + width,
        top: baseline - 0.72 * size,
        bottom: baseline + hangs * size,
      }
    }
    case 'code': {
      const side = mark.module * mark.matrix.size
      return { left: mark.x, right: mark.x + side, top: mark.y, bottom: mark.y + side }
    }
    case 'shape': {
      const [xs, ys] = [mark.points.map(([x]) => x), mark.points.map(([, y]) => y)]
      return {
        left: Math.min(...xs),
        right: Math.max(...xs),
        top: Math.min(...ys),
        bottom: Math.max(...ys),
      }
    }
  }
}

function expectInsideAndApart(layout: LabelLayout): void {
  const { width, height } = LABEL_DIMENSIONS[layout.paper]
  const boxes = boxesOf(layout)
  for (const { left, right, top, bottom } of boxes) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(EDGE - 0.5)
    expect(right).toBeLessThanOrEqual(width - EDGE + 0.5)
    expect(bottom).toBeLessThanOrEqual(height - EDGE + 0.5)
  }
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
      expect(isApart, `${JSON.stringify(a)} over ${JSON.stringify(b)}`).toBe(true)
    }
  }
}

const anyText = fc.oneof(
  fc.constant(null),
  fc.string({ minLength: 1, maxLength: 64 }),
  fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }),
)

test('[H14g] nothing on a label is within 3 mm of an edge or over something else, whatever a unit is called', () => {
  const unit = fc.record({
    sku: fc.string({ minLength: 1, maxLength: 64 }),
    ...{ size: anyText, tire: anyText, tread: anyText, dot: anyText, grade: anyText, bin: anyText },
  })
  fc.assert(
    fc.property(unit, fc.constantFrom(...LABEL_SIZES), fc.integer({ min: 21, max: 57 }), (of, paper, size) =>
      expectInsideAndApart(unitLabelLayout(of, matrixOf(size), paper)),
    ),
  )
  for (const paper of LABEL_SIZES) expectInsideAndApart(unitLabelLayout(UNIT, MATRIX, paper))
})

test('[H14g] nothing on the label of a bin is within 3 mm of an edge or over something else', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.constantFrom(null, ...LABEL_ARROWS),
      (bin, arrow) => expectInsideAndApart(binLabelLayout(bin, MATRIX, arrow)),
    ),
  )
})

test('[H14g] a small label has the sku in 18 points and all facts of the tire', () => {
  const layout = unitLabelLayout(UNIT, MATRIX, '2x1')
  const texts = layout.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []))
  expect(texts.map(({ text }) => text)).toEqual([
    ...['TL-1043274', 'LT245/75R16', 'Tread 7.5/32', 'DOT 2419  Grade A', 'A-12-3'],
  ])
  expect(((texts[0]?.size ?? 0) * 72) / 203.2).toBeGreaterThanOrEqual(18)
  const code = layout.marks.find(({ kind }) => kind === 'code')
  // 0.375 mm a module.
  expect(code).toMatchObject({ module: 3 })
})

test('[H14g] a large label adds brand and model, and the place of an unknown fact is free', () => {
  const texts = (unit: UnitLabel) =>
    unitLabelLayout(unit, MATRIX, '4x2').marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))
  expect(texts(UNIT)).toContain('Halden Crosscut AT')
  expect(texts({ ...UNIT, tread: null, grade: null, bin: null })).toEqual([
    ...['TL-1043274', 'LT245/75R16', 'Halden Crosscut AT', 'DOT 2419'],
  ])
})

test('[H14g] a text that is too long is narrowed, then smaller, then cut', () => {
  const skuOf = (sku: string) => unitLabelLayout({ ...UNIT, sku }, MATRIX, '2x1').marks[0]
  expect(skuOf('TL-1')).toMatchObject({ stretch: 1, text: 'TL-1' })
  expect(skuOf('TL-1043274')).toMatchObject({ size: 51, text: 'TL-1043274' })
  const long = skuOf('W'.repeat(64))
  expect(long).toMatchObject({ text: expect.stringMatching(/^W+…$/) })
})

test('[H14g] the PDF has a page of the paper for each label, and its boxes are the modules of the code', () => {
  const pdf = labelsPdf('Labels', [
    unitLabelLayout(UNIT, MATRIX, '2x1'),
    unitLabelLayout({ ...UNIT, sku: 'TL-(9)', tire: 'Škoda é' }, MATRIX, '4x2'),
  ])
  expect(pdf.match(/\/MediaBox \[[^\]]+\]/g)).toEqual([
    '/MediaBox [0 0 143.858 71.929]',
    '/MediaBox [0 0 287.717 143.858]',
  ])
  expect(pdf).toContain('(TL-1043274) Tj')
  expect(pdf).toContain('(TL-\\(9\\)) Tj')
  expect(pdf).toContain('(?koda \\351) Tj')
  // Each box is a run of dark modules in one row: together they cover the dark ones, and nothing else.
  const points = (3 * 72) / 203.2
  const [page = ''] = pdf.match(/stream\n[\s\S]*?endstream/) ?? []
  const dark = [...page.matchAll(/^(\S+) (\S+) (\S+) \S+ re$/gm)].flatMap(([, x, y, width]) =>
    Array.from({ length: Math.round(Number(width) / points) }, (_, at) => {
      const column = Math.round((Number(x) - (406 - EDGE - 111) * (72 / 203.2)) / points) + at
      const row = Math.round(((203 - EDGE) * (72 / 203.2) - Number(y)) / points) - 1
      return `${column},${row}`
    }),
  )
  const expected = Array.from({ length: 37 * 37 }, (_, at) => [at % 37, Math.floor(at / 37)] as const)
    .filter(([x, y]) => MATRIX.isDark(x, y))
    .map(([x, y]) => `${x},${y}`)
  expect(dark.sort()).toEqual(expected.sort())
})

test('[H14g] ZPL has the same texts and the same code, and letters that begin commands are escaped', () => {
  const zpl = labelsZpl([unitLabelLayout({ ...UNIT, sku: 'A^B~C_D' }, MATRIX, '2x1')])
  expect(zpl.startsWith('^XA\n^CI28\n^PW406\n^LL203\n')).toBe(true)
  expect(zpl.endsWith('^XZ')).toBe(true)
  expect(zpl).toContain('^FDA_5EB_7EC_5FD^FS')
  expect(zpl).toMatch(/\^FT24,134\^A0N,27,27\^FH_\^FDTread 7\.5\/32\^FS/)
  const [, bytes, hex = ''] = /\^FO271,24\^GFA,\d+,\d+,(\d+),([0-9A-F]+)\^FS/.exec(zpl) ?? []
  const isDark = (x: number, y: number) => {
    const byte = Number.parseInt(hex.slice((y * Number(bytes) + (x >> 3)) * 2).slice(0, 2), 16)
    return ((byte >> (7 - (x & 7))) & 1) === 1
  }
  for (let y = 0; y < 37; y++)
    for (let x = 0; x < 37; x++) expect(isDark(x * 3 + 1, y * 3 + 1)).toBe(MATRIX.isDark(x, y))
})

test('[H14g] an arrow points to its side in ZPL', () => {
  const dotsOf = (arrow: 'up' | 'right') => {
    const zpl = labelsZpl([binLabelLayout('A-12-3', MATRIX, arrow)])
    const [, hex = ''] = /\^FO24,222\^GFA,\d+,\d+,20,([0-9A-F]+)\^FS/.exec(zpl) ?? []
    return [0, 40, 80, 120, 159].map((row) => hex.slice(row * 40, row * 40 + 40).replace(/0/g, '').length)
  }
  const up = dotsOf('up')
  expect(up[0]).toBeLessThan(up[1] ?? 0)
  expect(up[2]).toBe(up[3] === 0 ? -1 : up[2])
  const right = dotsOf('right')
  expect(right[2]).toBeGreaterThan(right[0] ?? 0)
  expect(right[2]).toBeGreaterThan(right[4] ?? 0)
})

test('[H14g] widths are those of Helvetica Bold', () => {
  expect(boldWidth('TL-1')).toBeCloseTo(0.611 + 0.611 + 0.333 + 0.556)
  expect(boldWidth('')).toBe(0)
})
