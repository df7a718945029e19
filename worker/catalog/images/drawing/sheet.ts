/** The SVG text as it grows: definitions, marks in painting order, and fills that are shared when they are equal. */
import { gray } from './light.ts'
import type { Path } from './path.ts'

export interface Sheet {
  readonly defs: string[]
  readonly marks: string[]
  readonly fills: Map<string, string>
  /** Gray levels by which a gradient may miss the computed light: fewer stops are fewer elements to parse. */
  readonly tolerance: number
}

export interface Stop {
  /** 0 to 1 along the gradient. */
  readonly at: number
  /** 0 to 255. */
  readonly value: number
}

export function newSheet(tolerance: number): Sheet {
  return { defs: [], marks: [], fills: new Map(), tolerance }
}

/** A gradient down the picture between two heights, in picture units. */
export function downFill(sheet: Sheet, top: number, bottom: number, stops: readonly Stop[]): string {
  const line = `gradientUnits="userSpaceOnUse" x2="0" y1="${Math.round(top)}" y2="${Math.round(bottom)}"`
  return linear(sheet, line, stops)
}

/** A gradient across the box of a circle, along the direction `angle` (from the x axis, y upwards). */
export function axisFill(sheet: Sheet, angle: number, stops: readonly Stop[]): string {
  const [dx, dy] = [Math.cos(angle) / 2, Math.sin(angle) / 2]
  const line = `x1="${short(0.5 - dx)}" y1="${short(0.5 + dy)}" x2="${short(0.5 + dx)}" y2="${short(0.5 - dy)}"`
  return linear(sheet, line, stops)
}

export function mark(sheet: Sheet, text: string): void {
  sheet.marks.push(text)
}

/** Paints a path; an empty one leaves no trace. */
export function fill(sheet: Sheet, path: Path, paint: string, more = ''): void {
  if (path.d !== '') mark(sheet, `<path d="${path.d}" fill="${paint}"${more}/>`)
}

export function stroke(sheet: Sheet, path: Path, paint: string, width: number, more = ''): void {
  if (path.d === '') return
  mark(
    sheet,
    `<path d="${path.d}" fill="none" stroke="${paint}" stroke-width="${Math.round(width)}"${more}/>`,
  )
}

/** A path painted several times at small offsets, as raised edges are: written once, used often. */
export function fillAgain(
  sheet: Sheet,
  path: Path,
  layers: readonly (readonly [number, number, string])[],
): void {
  if (path.d === '') return
  const id = `p${sheet.defs.length.toString(36)}`
  sheet.defs.push(`<path id="${id}" d="${path.d}"/>`)
  for (const [x, y, paint] of layers) {
    const place = `${x === 0 ? '' : ` x="${Math.round(x)}"`}${y === 0 ? '' : ` y="${Math.round(y)}"`}`
    mark(sheet, `<use href="#${id}"${place} fill="${paint}"/>`)
  }
}

function linear(sheet: Sheet, line: string, wanted: readonly Stop[]): string {
  const stops = fewerStops(wanted, sheet.tolerance)
  const values = stops.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (high - low <= sheet.tolerance) return gray((low + high) / 2)
  const text = stops
    .map(({ at, value }) => `<stop${at <= 0 ? '' : ` offset="${short(at)}"`} stop-color="${gray(value)}"/>`)
    .join('')
  const key = line + text
  const known = sheet.fills.get(key)
  if (known) return known
  const id = `g${sheet.fills.size.toString(36)}`
  sheet.defs.push(`<linearGradient id="${id}" ${line}>${text}</linearGradient>`)
  sheet.fills.set(key, `url(#${id})`)
  return `url(#${id})`
}

/** Leaves out the stops that lie on the line between those that stay. */
function fewerStops(stops: readonly Stop[], tolerance: number): readonly Stop[] {
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last || stops.length < 3) return stops
  let [worst, off] = [0, tolerance]
  for (const [i, stop] of stops.entries()) {
    const line = first.value + ((last.value - first.value) * (stop.at - first.at)) / (last.at - first.at)
    if (Math.abs(stop.value - line) > off) [worst, off] = [i, Math.abs(stop.value - line)]
  }
  if (worst === 0) return [first, last]
  return [
    ...fewerStops(stops.slice(0, worst + 1), tolerance),
    ...fewerStops(stops.slice(worst), tolerance).slice(1),
  ]
}

function short(value: number): string {
  return value
    .toFixed(3)
    .replace(/\.?0+$/, '')
    .replace(/^(-?)0\./, '$1.')
}
