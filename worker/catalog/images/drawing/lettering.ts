/** Outlines of letters on the sidewall, bent along its curve and projected. */
import { type Camera, type Point, project } from './camera.ts'
import { GLYPHS } from './glyphs.generated.ts'
import { close, curveTo, lineTo, moveTo, type Path, polygon } from './path.ts'
import { sidewallAtRadius, type TireShape } from './tire-shape.ts'

export interface Line {
  readonly text: string
  /** Center of the line: radius of the middle of its letters (mm) and angle (radians, 0 right, π/2 up). */
  readonly r: number
  readonly t: number
  /** Height of the capitals, mm. */
  readonly height: number
  /** Extra space after each letter, as a share of the height. */
  readonly spread: number
  /** Maximum width of the line in radians; letters shrink to fit. */
  readonly room: number
}

/** Adds the letters of a line; in the lower half the letters are turned around, so that they are upright. */
export function addLine(path: Path, camera: Camera, shape: TireShape, line: Line): void {
  const scale = (line.height * fitScale(line)) / 100
  const upright = Math.sin(line.t) >= -0.01 ? 1 : -1
  const foot = line.r - (upright * 100 * scale) / 2
  let along = (-naturalWidth(line) * fitScale(line)) / 2 / scale
  const place = (x: number, y: number): Point => {
    const r = foot + upright * y * scale
    const t = line.t - (upright * (along + x) * scale) / line.r
    return project(camera, sidewallAtRadius(shape, r).a, r, t)
  }
  for (const letter of line.text) {
    const glyph = GLYPHS[letter]
    if (!glyph) continue
    addGlyph(path, glyph[1], place)
    along += glyph[0] + line.spread * 100
  }
}

/** Adds a frame with round ends around a part of a line, like the frame of the date code on real tires. */
export function addFrame(
  path: Path,
  camera: Camera,
  shape: TireShape,
  line: Line,
  from: number,
  to: number,
): void {
  const upright = Math.sin(line.t) >= -0.01 ? 1 : -1
  const half = line.height * 0.95
  const place = (x: number, y: number) => {
    const r = line.r + upright * y
    return project(camera, sidewallAtRadius(shape, r).a, r, line.t - (upright * x) / line.r)
  }
  for (const inset of [0, line.height * 0.1]) {
    const h = half - inset
    const ring: Point[] = []
    for (let i = 0; i <= 24; i++) ring.push(place(from + ((to - from) * i) / 24, h))
    for (let i = 1; i < 16; i++)
      ring.push(place(to + h * Math.sin((i / 16) * Math.PI), h * Math.cos((i / 16) * Math.PI)))
    for (let i = 24; i >= 0; i--) ring.push(place(from + ((to - from) * i) / 24, -h))
    for (let i = 15; i > 0; i--)
      ring.push(place(from - h * Math.sin((i / 16) * Math.PI), h * Math.cos((i / 16) * Math.PI)))
    const order = inset === 0 ? ring : ring.reverse()
    polygon(path, order)
  }
}

/** Returns the width of a text in the unit of its height. */
export function textWidth(text: string, height: number, spread: number): number {
  const units = [...text].reduce(
    (sum, letter) => sum + (GLYPHS[letter]?.[0] ?? 0) + spread * 100,
    -spread * 100,
  )
  return (Math.max(0, units) * height) / 100
}

/** Returns the text in upper case, without characters that have no outline. */
export function drawableText(text: string): string {
  return [...text.toUpperCase()].filter((letter) => GLYPHS[letter] !== undefined).join('')
}

function naturalWidth(line: Line): number {
  return textWidth(line.text, line.height, line.spread)
}

function fitScale(line: Line): number {
  return Math.min(1, (line.room * line.r) / (naturalWidth(line) || 1))
}

function addGlyph(path: Path, outline: string, place: (x: number, y: number) => Point): void {
  for (const [, command, numbers = ''] of outline.matchAll(/([MLQZ])([-\d ]*)/g)) {
    const [x = 0, y = 0, x2 = 0, y2 = 0] = numbers
      .split(/ |(?=-)/)
      .filter((n) => n !== '')
      .map(Number)
    if (command === 'M') moveTo(path, place(x, y))
    else if (command === 'L') lineTo(path, place(x, y))
    else if (command === 'Q') curveTo(path, place(x, y), place(x2, y2))
    else close(path)
  }
}
