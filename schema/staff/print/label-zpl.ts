/** Labels in ZPL, the language of Zebra's label printers and of many others, for 203 dpi. */
import type { LabelCode, LabelLayout, LabelMark, LabelShape, LabelText } from './label-layout.ts'
import { LABEL_DIMENSIONS } from './label-size.ts'

/** Returns the commands for all labels. Texts are UTF-8 (`^CI28`). */
export function labelsZpl(labels: readonly LabelLayout[]): string {
  return labels.map(toCommands).join('\n')
}

function toCommands({ paper, marks }: LabelLayout): string {
  const { width, height } = LABEL_DIMENSIONS[paper]
  const fields = marks.map(toField)
  return ['^XA', '^CI28', `^PW${width}`, `^LL${height}`, '^LH0,0', ...fields, '^PQ1', '^XZ'].join('\n')
}

function toField(mark: LabelMark): string {
  switch (mark.kind) {
    case 'text':
      return textField(mark)
    case 'code':
      return picture(mark.x, mark.y, codePixels(mark))
    case 'shape':
      return shapePicture(mark)
  }
}

function textField({ x, baseline, size, stretch, text }: LabelText): string {
  const font = `^A0N,${Math.round(size)},${Math.round(size * stretch)}`
  return `^FT${x},${baseline}${font}^FH_^FD${escapeText(text)}^FS`
}

/** The letters that begin commands, and the one that begins an escape, are written as hexadecimal numbers. */
function escapeText(text: string): string {
  return text.replace(/[\^~_]/g, (letter) => `_${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

type Pixels = { width: number; height: number; isDark: (x: number, y: number) => boolean }

function codePixels({ module, matrix }: LabelCode): Pixels {
  const side = matrix.size * module
  const isDark = (x: number, y: number) => matrix.isDark(Math.floor(x / module), Math.floor(y / module))
  return { width: side, height: side, isDark }
}

/** A picture of dots (`^GF`): rows of bytes in hexadecimal numbers, eight dots a byte. */
function picture(x: number, y: number, { width, height, isDark }: Pixels): string {
  const bytes = Math.ceil(width / 8)
  let hex = ''
  for (let row = 0; row < height; row++) {
    for (let byte = 0; byte < bytes; byte++) {
      let value = 0
      for (let bit = 0; bit < 8; bit++) {
        const column = byte * 8 + bit
        value = value * 2 + (column < width && isDark(column, row) ? 1 : 0)
      }
      hex += value.toString(16).toUpperCase().padStart(2, '0')
    }
  }
  return `^FO${x},${y}^GFA,${bytes * height},${bytes * height},${bytes},${hex}^FS`
}

function shapePicture({ points }: LabelShape): string {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  return picture(left, top, {
    width: Math.ceil(Math.max(...xs)) - left,
    height: Math.ceil(Math.max(...ys)) - top,
    isDark: (x, y) => isInside(points, left + x + 0.5, top + y + 0.5),
  })
}

/** Counts the edges to the right of a dot: an odd number means inside. */
function isInside(points: LabelShape['points'], x: number, y: number): boolean {
  const crossed = points.filter(([fromX, fromY], index) => {
    const [toX, toY] = points[(index + 1) % points.length] ?? [fromX, fromY]
    return fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)
  })
  return crossed.length % 2 === 1
}
