/** Collects the parts of an SVG: definitions, elements in painting order, and shared gradients. */
import { gray } from './light.ts'
import type { Path } from './path.ts'

export interface Sheet {
  readonly defs: string[]
  readonly elements: string[]
  readonly fills: Map<string, string>
  /** Error of a gradient in gray levels that is accepted to save stops, which browsers must parse. */
  readonly tolerance: number
}

export interface Stop {
  /** 0 to 1 along the gradient. */
  readonly at: number
  /** 0 to 255. */
  readonly value: number
}

export function newSheet(tolerance: number): Sheet {
  return { defs: [], elements: [], fills: new Map(), tolerance }
}

/** Returns a vertical gradient between two heights in picture units. */
export function verticalGradient(sheet: Sheet, top: number, bottom: number, stops: readonly Stop[]): string {
  const line = `gradientUnits="userSpaceOnUse" x2="0" y1="${Math.round(top)}" y2="${Math.round(bottom)}"`
  return linearGradient(sheet, line, stops)
}

/** Returns a gradient across the box of a circle in the direction `angle` (from the x axis, y up). */
export function angledGradient(sheet: Sheet, angle: number, stops: readonly Stop[]): string {
  const [dx, dy] = [Math.cos(angle) / 2, Math.sin(angle) / 2]
  const line = `x1="${formatNumber(0.5 - dx)}" y1="${formatNumber(0.5 + dy)}" x2="${formatNumber(0.5 + dx)}" y2="${formatNumber(0.5 - dy)}"`
  return linearGradient(sheet, line, stops)
}

export function addElement(sheet: Sheet, text: string): void {
  sheet.elements.push(text)
}

/** Fills a path unless it is empty. */
export function fill(sheet: Sheet, path: Path, paint: string, more = ''): void {
  if (path.d !== '') addElement(sheet, `<path d="${path.d}" fill="${paint}"${more}/>`)
}

export function stroke(sheet: Sheet, path: Path, paint: string, width: number, more = ''): void {
  if (path.d === '') return
  addElement(
    sheet,
    `<path d="${path.d}" fill="none" stroke="${paint}" stroke-width="${Math.round(width)}"${more}/>`,
  )
}

/** Fills one path several times with small offsets, as raised edges need; its data is written only once. */
export function fillLayers(
  sheet: Sheet,
  path: Path,
  layers: readonly (readonly [number, number, string])[],
): void {
  if (path.d === '') return
  const id = `p${sheet.defs.length.toString(36)}`
  sheet.defs.push(`<path id="${id}" d="${path.d}"/>`)
  for (const [x, y, paint] of layers) {
    const offset = `${x === 0 ? '' : ` x="${Math.round(x)}"`}${y === 0 ? '' : ` y="${Math.round(y)}"`}`
    addElement(sheet, `<use href="#${id}"${offset} fill="${paint}"/>`)
  }
}

function linearGradient(sheet: Sheet, line: string, exactStops: readonly Stop[]): string {
  const stops = fewerStops(exactStops, sheet.tolerance)
  const values = stops.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (high - low <= sheet.tolerance) return gray((low + high) / 2)
  const text = stops
    .map(
      ({ at, value }) =>
        `<stop${at <= 0 ? '' : ` offset="${formatNumber(at)}"`} stop-color="${gray(value)}"/>`,
    )
    .join('')
  const key = line + text
  const known = sheet.fills.get(key)
  if (known) return known
  const id = `g${sheet.fills.size.toString(36)}`
  sheet.defs.push(`<linearGradient id="${id}" ${line}>${text}</linearGradient>`)
  sheet.fills.set(key, `url(#${id})`)
  return `url(#${id})`
}

/** Removes stops that are within `tolerance` of the line between the remaining stops. */
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

function formatNumber(value: number): string {
  return value
    .toFixed(3)
    .replace(/\.?0+$/, '')
    .replace(/^(-?)0\./, '$1.')
}
