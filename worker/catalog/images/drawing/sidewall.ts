/** Draws the near sidewall, the bead and the inside of the tire. */
import { type Camera, project } from './camera.ts'
import { ringGradient } from './fills.ts'
import { gray } from './light.ts'
import { arcTo, close, moveTo, newPath } from './path.ts'
import { addElement, fill, type Sheet, verticalGradient } from './sheet.ts'
import { type ProfilePoint, sidewallAt, sidewallAtRadius, type TireShape } from './tire-shape.ts'

const WIDEST = 0.5

/**
 * Draws rings of the sidewall from both edges to the widest point, so that closer rings cover those behind.
 */
export function drawSidewall(sheet: Sheet, camera: Camera, shape: TireShape, lug: number): void {
  // The rings are so narrow that steps between them are invisible.
  const tall = (shape.height * camera.zoom) / camera.unit
  const count = Math.min(72, Math.max(9, Math.round(tall / (camera.fine ? 4.4 : 15))))
  const wide = sidewallAt(shape, WIDEST)
  const rings: string[] = []
  const edge = sidewallAt(shape, 0)
  const dark = ringGradient(sheet, camera, sidewallAt(shape, 0.1), { pale: 24, gloss: 8, open: 0.6 })
  const groove = ring(camera, edge.a, (edge.r + wide.r) / 2, edge.r - wide.r, dark)
  for (const [from, toward] of [
    [1, -1],
    [0, 1],
  ] as const) {
    // Between the block ends the shoulder is a groove.
    if (from === 0) rings.push(groove)
    for (let k = from === 0 ? Math.floor((count * lug) / shape.run / WIDEST) : 0; k < count; k++) {
      const s = from + (toward * WIDEST * k) / count
      const point = sidewallAt(shape, s)
      const lit = sidewallAt(shape, s + (toward * WIDEST * 0.5) / count)
      // The upper half has a satin finish; near the bead the sidewall is matte and in the shadow of the
      // bulge.
      const open = s > 0.8 ? 1 - (s - 0.8) * 1.6 : 1
      // The light assumes a stronger curve than the real one, because a flat sidewall would look like a disc.
      const full = { na: lit.na, nr: lit.nr * 1.7 }
      const paint = ringGradient(sheet, camera, full, { pale: 66, gloss: 70, open })
      rings.push(ring(camera, point.a, (point.r + wide.r) / 2, Math.abs(point.r - wide.r) + 0.6, paint))
    }
  }
  onSidewall(sheet, camera, rings)
}

/** Draws the lines and bands that are molded into the sidewall. */
export function drawMouldLines(sheet: Sheet, camera: Camera, shape: TireShape, lug: number): void {
  const { rim, height } = shape
  const px = camera.unit / camera.zoom
  const line = (r: number, width: number, value: number, opacity: number) => {
    const point = sidewallAtRadius(shape, r)
    return ring(camera, point.a, r, width, gray(value), ` opacity="${opacity}"`)
  }
  const top = sidewallAt(shape, (lug + 5) / shape.run).r
  const rings = [
    line(top, 2.4 * px, 8, 0.8),
    line(top - 2.2 * px, 1.4 * px, 128, 0.55),
    line(rim + height * 0.4, 1.8 * px, 8, 0.7),
    line(rim + height * 0.4 - 1.8 * px, 1.2 * px, 120, 0.4),
  ]
  // Fine ribs beside the rim guard.
  const ribs = sidewallAtRadius(shape, rim + height * 0.27)
  const step = (2 * Math.PI * ribs.r * camera.zoom) / Math.round((2 * Math.PI * ribs.r) / 6)
  const dash = ` stroke-dasharray="${Math.round(step * 0.45)} ${Math.round(step * 0.55)}" opacity=".5"`
  rings.push(ring(camera, ribs.a, ribs.r, height * 0.035, gray(6), dash))
  rings.push(
    line(rim + height * 0.295, 1.2 * px, 118, 0.4),
    line(rim + height * 0.245, 1.6 * px, 8, 0.7),
    line(rim + height * 0.1, 2.2 * px, 7, 0.7),
    line(rim + height * 0.1 - 2 * px, 1.2 * px, 130, 0.4),
    line(rim + Math.min(5, height * 0.05), 1.5 * px, 7, 0.6),
  )
  onSidewall(sheet, camera, rings)
}

/** Draws the toe of the bead and, through the hole, the inside of the tire down to the far bead. */
export function drawInside(sheet: Sheet, camera: Camera, shape: TireShape): void {
  const bead = sidewallAt(shape, 1)
  const toe = { a: bead.a - 7, r: shape.rim - 5 }
  if (camera.sin > 0.05) drawLiner(sheet, camera, shape, toe)
  const rings: string[] = []
  const parts = camera.fine ? 7 : 4
  for (let k = 0; k <= parts; k++) {
    const t = k / parts
    // A quarter circle from the inside of the toe out to the sidewall.
    const na = Math.sin((t * Math.PI) / 2)
    const nr = -Math.cos((t * Math.PI) / 2)
    const point: ProfilePoint = {
      a: toe.a + (bead.a - toe.a) * na,
      r: toe.r + (bead.r + 1 - toe.r) * (1 + nr),
      na,
      nr,
    }
    const width = bead.r + 1 - point.r + 1
    const paint = ringGradient(sheet, camera, point, { pale: 66, gloss: 64, open: 0.9 - 0.35 * t })
    rings.push(ring(camera, point.a, point.r + width / 2, width, paint))
  }
  onSidewall(sheet, camera, rings)
}

function drawLiner(sheet: Sheet, camera: Camera, shape: TireShape, toe: { a: number; r: number }): void {
  const steps = camera.fine ? 26 : 10
  // The liner extends slightly below the toe, so that there is no gap between them.
  const ry = (toe.r + 1.5) * camera.zoom
  const rx = ry * camera.cos
  const near = project(camera, toe.a, 0, 0).x
  const [top, bottom] = [camera.y - ry, camera.y + ry]
  for (let k = 0; k < steps; k++) {
    const depth = k === 0 ? 1 : 0.968 * (1 - ((k - 1) / steps) ** 1.3)
    const a = toe.a - 2 * toe.a * depth
    const cavity = Math.sin(Math.PI * depth)
    const r = (toe.r + (k === 0 ? 0 : cavity * (shape.outer - toe.r) * 0.5)) * camera.zoom
    const far = project(camera, a, 0, 0).x
    const path = crescent(camera, near, far, [rx, ry], [r * camera.cos, r])
    // Light enters from above and reaches the lower part; the cavity behind the near bead is dark.
    const light = depth > 0.86 ? 0.95 : 0.2 + 0.62 * depth ** 1.6
    const value = (v: number) => 6 + v * light
    const stops = [
      { at: 0, value: value(10) },
      { at: 0.35, value: value(26) },
      { at: 0.7, value: value(40) },
      { at: 1, value: value(52) },
    ]
    fill(sheet, path, verticalGradient(sheet, top, bottom, stops))
    if (k === 0) {
      const lip = crescent(camera, near, far - 5 * camera.unit, [rx, ry], [r * camera.cos, r])
      fill(sheet, lip, gray(15))
    }
  }
}

/** Returns the area inside the near ellipse and left of the far one, as a path of arcs. */
function crescent(
  camera: Camera,
  near: number,
  far: number,
  [rx, ry]: readonly [number, number],
  [fx, fy]: readonly [number, number],
) {
  const path = newPath()
  if (far - fx <= near - rx) return path
  const crossing = intersectEllipses(near, far, rx, ry, fx, fy)
  if (crossing === null) {
    moveTo(path, { x: near, y: camera.y - ry })
    arcTo(path, rx, ry, false, false, { x: near, y: camera.y + ry })
    arcTo(path, rx, ry, false, false, { x: near, y: camera.y - ry })
  } else {
    moveTo(path, { x: crossing.x, y: camera.y - crossing.y })
    arcTo(path, rx, ry, crossing.x > near, false, { x: crossing.x, y: camera.y + crossing.y })
    arcTo(path, fx, fy, crossing.x > far, true, { x: crossing.x, y: camera.y - crossing.y })
  }
  close(path)
  return path
}

/** Finds the intersection of two upright ellipses on one axis by bisection; `null` when there is none. */
function intersectEllipses(near: number, far: number, rx: number, ry: number, fx: number, fy: number) {
  const heightAt = (x: number) => ry * Math.sqrt(Math.max(0, 1 - ((x - near) / rx) ** 2))
  const gap = (x: number) => heightAt(x) - fy * Math.sqrt(Math.max(0, 1 - ((x - far) / fx) ** 2))
  let [low, high] = [Math.max(near - rx, far - fx), near + rx]
  if (low >= high || gap(low) <= 0 || gap(high) >= 0) return null
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2
    if (gap(middle) > 0) low = middle
    else high = middle
  }
  return { x: low, y: heightAt(low) }
}

/** Returns a ring around the axle in a front view, which `onSidewall` then rotates. Lengths in mm. */
function ring(camera: Camera, a: number, r: number, width: number, paint: string, more = ''): string {
  const x = (-a * camera.zoom * camera.sin) / camera.cos
  const center = Math.abs(x) < 0.5 ? '' : ` cx="${Math.round(x)}"`
  return `<circle${center} r="${Math.round(r * camera.zoom)}" stroke="${paint}" stroke-width="${Math.max(1, Math.round(width * camera.zoom))}"${more}/>`
}

/** Adds rings to the picture, compressed horizontally by the viewing angle. */
function onSidewall(sheet: Sheet, camera: Camera, rings: readonly string[]): void {
  const turn = camera.cos > 0.9999 ? '' : ` scale(${camera.cos.toFixed(4)} 1)`
  addElement(
    sheet,
    `<g fill="none" transform="translate(${Math.round(camera.x)} ${Math.round(camera.y)})${turn}">${rings.join('')}</g>`,
  )
}
