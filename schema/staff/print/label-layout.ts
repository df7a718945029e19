/**
 * What stands where on a label: one description for the page, the PDF and the label printer. All lengths are dots (label-size.ts)
 * from the upper left corner.
 */
import { boldWidth } from '../../platform/pdf/helvetica-bold.ts'
import { EDGE, LABEL_DIMENSIONS, type LabelSize } from './label-size.ts'
import { type QrMatrix, QUIET_ZONE } from './qr-matrix.ts'

export interface LabelText {
  kind: 'text'
  text: string
  x: number
  /** The line that letters stand on. */
  baseline: number
  size: number
  /** The text's width on the label; letters are narrowed to it by `stretch`, at most 1. */
  width: number
  stretch: number
}

export interface LabelCode {
  kind: 'code'
  x: number
  y: number
  /** Dots on a side of one module. */
  module: number
  matrix: QrMatrix
}

export interface LabelShape {
  kind: 'shape'
  /** The corners of a filled polygon. */
  points: readonly (readonly [x: number, y: number])[]
}

export type LabelMark = LabelText | LabelCode | LabelShape

export interface LabelLayout {
  paper: LabelSize
  marks: readonly LabelMark[]
}

/** What a unit's label says, as it is printed; `null` for what is unknown. */
export interface UnitLabel {
  sku: string
  size: string | null
  /** Brand and model. */
  tire: string | null
  tread: string | null
  dot: string | null
  grade: string | null
  bin: string | null
}

export const LABEL_ARROWS = ['up', 'down', 'left', 'right'] as const
export type LabelArrow = (typeof LABEL_ARROWS)[number]

/** Letters are narrowed to this share before they become smaller. */
const NARROWEST = 0.72
/** 5 points: smaller letters cannot be read, so a longer text is cut. */
const SMALLEST = 14

/** Narrows a text, then makes it smaller, then cuts it, until it fits. */
function fitText(text: string, at: { x: number; baseline: number; size: number; max: number }): LabelText {
  const { x, baseline, size, max } = at
  const fitted = Math.min(size, max / NARROWEST / boldWidth(text))
  if (fitted < SMALLEST) return fitText(`${text.replace(/…$/, '').slice(0, -1)}…`, at)
  const natural = boldWidth(text) * fitted
  const width = Math.min(max, natural)
  return { kind: 'text', text, x, baseline, size: fitted, width, stretch: width / natural }
}

interface Slot {
  baseline: number
  size: number
}

interface UnitPlan {
  /** Side of the square for the code, at the right upper corner. */
  code: number
  sku: Slot
  size: Slot
  facts: readonly Slot[]
  bin: Slot
  hasTire: boolean
}

/** 18 points are 51 dots: the sku can be read after rain, and copied with chalk. */
const UNIT_PLANS: Readonly<Record<LabelSize, UnitPlan>> = {
  '2x1': {
    code: 116,
    sku: { baseline: 61, size: 51 },
    size: { baseline: 99, size: 34 },
    facts: [
      { baseline: 134, size: 27 },
      { baseline: 167, size: 27 },
    ],
    bin: { baseline: 172, size: 30 },
    hasTire: false,
  },
  '4x2': {
    code: 232,
    sku: { baseline: 90, size: 91 },
    size: { baseline: 166, size: 74 },
    facts: [
      { baseline: 225, size: 42 },
      { baseline: 296, size: 58 },
      { baseline: 366, size: 58 },
    ],
    bin: { baseline: 360, size: 100 },
    hasTire: true,
  },
}

/** Lays out the label of a unit; `code` is the QR code of its link. */
export function unitLabelLayout(unit: UnitLabel, matrix: QrMatrix, paper: LabelSize): LabelLayout {
  const plan = UNIT_PLANS[paper]
  const code = placeCode(matrix, paper, plan.code)
  const max = LABEL_DIMENSIONS[paper].width - 2 * EDGE - plan.code - quietZone(code)
  const write = (text: string | null, slot: Slot | undefined) =>
    text && slot ? [fitText(text, { x: EDGE, ...slot, max })] : []
  const facts = [
    ...(plan.hasTire ? [unit.tire] : []),
    unit.tread,
    [unit.dot, unit.grade].filter(Boolean).join('  ') || null,
  ].filter((fact) => fact !== null)
  const bin = unit.bin
    ? [
        fitText(unit.bin, {
          x: LABEL_DIMENSIONS[paper].width - EDGE - plan.code,
          ...plan.bin,
          max: plan.code,
        }),
      ]
    : []
  return {
    paper,
    marks: [
      ...write(unit.sku, plan.sku),
      ...write(unit.size, plan.size),
      ...plan.facts.flatMap((slot, index) => write(facts[index] ?? null, slot)),
      ...bin,
      code,
    ],
  }
}

/** Places the code at the right upper corner of its square, with modules of whole dots. */
function placeCode(matrix: QrMatrix, paper: LabelSize, side: number): LabelCode {
  const module = Math.max(1, Math.floor(side / matrix.size))
  return {
    kind: 'code',
    x: LABEL_DIMENSIONS[paper].width - EDGE - module * matrix.size,
    y: EDGE,
    module,
    matrix,
  }
}

const quietZone = ({ module }: LabelCode) => QUIET_ZONE * module

/** Bins are read from a forklift, so their code is as large as the paper allows. */
const BIN_PLAN = { code: 232, size: 200, baseline: 176, arrow: { top: 222, side: 160 } }

/** Lays out the label of a bin, with an arrow to the place that is meant. Always 4 × 2 in. */
export function binLabelLayout(bin: string, matrix: QrMatrix, arrow: LabelArrow | null): LabelLayout {
  const paper = '4x2'
  const code = placeCode(matrix, paper, BIN_PLAN.code)
  const max = LABEL_DIMENSIONS[paper].width - 2 * EDGE - BIN_PLAN.code - quietZone(code)
  const text = fitText(bin, { x: EDGE, baseline: BIN_PLAN.baseline, size: BIN_PLAN.size, max })
  return { paper, marks: [text, code, ...(arrow ? [arrowShape(arrow)] : [])] }
}

/** The arrow to the right, in a square of side 1. */
const ARROW: readonly (readonly [number, number])[] = [
  [0, 0.3],
  [0.5, 0.3],
  [0.5, 0],
  [1, 0.5],
  [0.5, 1],
  [0.5, 0.7],
  [0, 0.7],
]

function arrowShape(arrow: LabelArrow): LabelShape {
  const turn: Record<LabelArrow, (x: number, y: number) => readonly [number, number]> = {
    right: (x, y) => [x, y],
    left: (x, y) => [1 - x, y],
    down: (x, y) => [y, x],
    up: (x, y) => [y, 1 - x],
  }
  const { top, side } = BIN_PLAN.arrow
  const points = ARROW.map(([x, y]) => {
    const [turnedX, turnedY] = turn[arrow](x, y)
    return [EDGE + turnedX * side, top + turnedY * side] as const
  })
  return { kind: 'shape', points }
}
