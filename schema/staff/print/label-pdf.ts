/** Labels as a PDF, for printers whose program ignores the paper that a page asks for. */
import { type PdfSheet, pdfDocument, pdfText } from '../../platform/pdf/pdf-document.ts'
import type { LabelCode, LabelLayout, LabelMark, LabelShape, LabelText } from './label-layout.ts'
import { DOTS_PER_MM, LABEL_DIMENSIONS } from './label-size.ts'
import { darkRuns } from './qr-matrix.ts'

/** Points in a dot. */
const POINTS = 72 / 25.4 / DOTS_PER_MM

/** Returns a document with a page for each label; all of it is ASCII. */
export function labelsPdf(title: string, labels: readonly LabelLayout[]): string {
  return pdfDocument(title, labels.map(toSheet))
}

function toSheet({ paper, marks }: LabelLayout): PdfSheet {
  const { width, height } = LABEL_DIMENSIONS[paper]
  const content = marks.map((mark) => toOperators(mark, height)).join('\n')
  return { width: points(width), height: points(height), content }
}

function toOperators(mark: LabelMark, height: number): string {
  // PDF counts from the lower edge.
  const up = (y: number) => points(height - y)
  switch (mark.kind) {
    case 'text':
      return textOperators(mark, up)
    case 'code':
      return codeOperators(mark, up)
    case 'shape':
      return shapeOperators(mark, up)
  }
}

type Up = (y: number) => number

function textOperators({ text, x, baseline, size, stretch }: LabelText, up: Up): string {
  const font = `/B ${points(size)} Tf ${round(stretch * 100)} Tz`
  return `BT ${font} ${points(x)} ${up(baseline)} Td ${pdfText(text)} Tj ET`
}

function codeOperators({ x, y, module, matrix }: LabelCode, up: Up): string {
  const boxes = darkRuns(matrix).map((run) => {
    const bottom = up(y + (run.y + 1) * module)
    return `${points(x + run.x * module)} ${bottom} ${points(run.length * module)} ${points(module)} re`
  })
  return `${boxes.join('\n')}\nf`
}

function shapeOperators({ points: corners }: LabelShape, up: Up): string {
  const lines = corners.map(([x, y], index) => `${points(x)} ${up(y)} ${index === 0 ? 'm' : 'l'}`)
  return `${lines.join('\n')}\nf`
}

const points = (dots: number) => round(dots * POINTS)
const round = (value: number) => Math.round(value * 1000) / 1000
