/** Draws the surfaces around and below the tread: groove floor, shoulders, and the block ends on them. */
import { type Camera, type Point, project } from './camera.ts'
import { circumferenceGradient, ringGradient } from './fills.ts'
import { newPath, polygon } from './path.ts'
import { pitches, type TreadPattern } from './patterns.ts'
import { addElement, fill, type Sheet } from './sheet.ts'
import { crown, sidewallAt, type TireShape } from './tire-shape.ts'

/** Draws the floor of the grooves as one shape, from the near shoulder to the far edge of the tire. */
export function drawFloor(sheet: Sheet, camera: Camera, shape: TireShape, lug: number): void {
  // The floor of a shallow groove is brighter.
  const worn = 1 - shape.wear
  const floor = { pale: 20 + 84 * worn * worn, gloss: 4 + 16 * worn, open: 0.5 + 0.42 * worn }
  const path = newPath()
  const steps = camera.fine ? 90 : 48
  const far: Point[] = []
  const near: Point[] = []
  // In the tread view the floor ends at the block ends; in other views the sidewall hides its near edge.
  const side = camera.cos < 0.1 ? lug / shape.run : 0.3
  const edge = sidewallAt(shape, camera.cos < 0.1 ? side : 0.06)
  for (let i = 0; i <= steps; i++) {
    const t = Math.PI / 2 - (Math.PI * i) / steps
    far.push(farEdge(camera, shape, t, side))
    near.unshift(project(camera, edge.a, edge.r, t))
  }
  polygon(path, [...far, ...near])
  fill(sheet, path, circumferenceGradient(sheet, camera, shape, floor, { along: 0, out: 1 }))
}

/** Draws the bulges of both sidewalls in the tread view, as strips from the widest point inward. */
export function drawFlanks(sheet: Sheet, camera: Camera, shape: TireShape): void {
  const strips = 16
  const top = camera.y - camera.zoom * shape.outer
  for (const side of [-1, 1]) {
    for (let k = strips; k > 0; k--) {
      const point = sidewallAt(shape, (k / strips) * 0.5)
      const paint = circumferenceGradient(
        sheet,
        camera,
        shape,
        { pale: 84, gloss: 80, open: 0.9 },
        { along: side * point.na, out: point.nr },
      )
      const x = camera.x - side * point.a * camera.zoom
      const width = Math.abs(camera.x - x)
      const left = Math.round(Math.min(x, camera.x))
      addElement(
        sheet,
        `<path d="M${left} ${Math.round(top)}h${Math.round(width)}V${camera.side * 2}h${-Math.round(width)}z" fill="${paint}"/>`,
      )
    }
  }
}

/** Darkens both edges of the tread view, because the shoulders face away from the light. */
export function drawShoulderVeil(sheet: Sheet, camera: Camera, shape: TireShape): void {
  const half = shape.tread * camera.zoom
  const stops = [0, 0.1, 0.24, 0.76, 0.9, 1].map((at, i) => {
    const dark = [0.5, 0.16, 0, 0, 0.22, 0.58][i]
    return `<stop offset="${at}" stop-opacity="${dark}"/>`
  })
  sheet.defs.push(`<linearGradient id="v">${stops.join('')}</linearGradient>`)
  addElement(
    sheet,
    `<path d="M${Math.round(camera.x - half)} 0h${Math.round(2 * half)}v${camera.side}h${-Math.round(2 * half)}z" fill="url(#v)"/>`,
  )
}

/** Draws the block ends on the shoulder, in strips that follow its curve. */
export function drawBlockEnds(sheet: Sheet, camera: Camera, shape: TireShape, pattern: TreadPattern): void {
  const strips = camera.fine ? 4 : 2
  const sides = camera.cos < 0.1 ? [1, -1] : [1]
  for (const side of sides) {
    const ends = blockEnds(pattern, side)
    for (let k = 0; k < strips; k++) {
      const path = newPath()
      const [high, low] = [k / strips, (k + 1) / strips]
      for (const pitch of pitches(shape, pattern)) {
        for (const [v0, v1] of ends) {
          if (camera.cos < 0.1 && Math.cos(pitch.from) < 0) continue
          polygon(path, endStrip(camera, shape, pattern, side, pitch, [v0, v1], [high, low]))
        }
      }
      const point = sidewallAt(shape, (((high + low) / 2) * pattern.lug) / shape.run)
      const rubber = { pale: 88, gloss: 60, open: 1 }
      const paint =
        camera.cos < 0.1
          ? circumferenceGradient(sheet, camera, shape, rubber, { along: side * point.na, out: point.nr })
          : ringGradient(sheet, camera, point, rubber)
      fill(sheet, path, paint)
    }
  }
}

function endStrip(
  camera: Camera,
  shape: TireShape,
  pattern: TreadPattern,
  side: number,
  pitch: { from: number; length: number },
  [v0, v1]: readonly [number, number],
  [high, low]: readonly [number, number],
): Point[] {
  const at = (v: number, depth: number) => {
    const point = sidewallAt(shape, (depth * pattern.lug) / shape.run)
    const lift = shape.groove * 0.3 * (1 - depth)
    const narrow = (v < (v0 + v1) / 2 ? 0.035 : -0.035) * depth
    const t = pitch.from + (v + narrow) * pitch.length
    return project(camera, side * (point.a + point.na * lift * 0.4), point.r + point.nr * lift * 0.1, t)
  }
  const parts = Math.max(1, Math.ceil(((v1 - v0) * pitch.length) / (camera.fine ? 0.04 : 0.09)))
  const along = (depth: number) =>
    Array.from({ length: parts + 1 }, (_, i) => at(v0 + ((v1 - v0) * i) / parts, depth))
  return [...along(high), ...along(low).reverse()]
}

/** Returns the ranges of a pitch in which blocks reach the shoulder of a side. */
function blockEnds(pattern: TreadPattern, side: number): (readonly [number, number])[] {
  return pattern.blocks.flatMap((block) =>
    block.flatMap(([u, v], i) => {
      const [un, vn] = block[(i + 1) % block.length] ?? [u, v]
      return u === side && un === side ? [[Math.min(v, vn), Math.max(v, vn)] as const] : []
    }),
  )
}

/** Returns the rightmost point of the floor, including the far shoulder, at the height of angle `t`. */
function farEdge(camera: Camera, shape: TireShape, t: number, side: number): Point {
  const y = shape.outer * Math.sin(t)
  let x = -Infinity
  const reach = (a: number, r: number) => {
    if (r < Math.abs(y)) return
    x = Math.max(x, Math.sqrt(r * r - y * y) * camera.cos - a * camera.sin)
  }
  for (let u = -1; u <= 1; u += 0.1) reach(u * shape.tread, crown(shape, u).r - shape.groove)
  for (let k = 0; k <= 10; k++) {
    const s = (side * k) / 10
    const point = sidewallAt(shape, s)
    reach(-point.a, point.r - shape.groove * 0.5 * (1 - k / 10))
  }
  if (x === -Infinity) return project(camera, 0, shape.outer - shape.groove, t)
  return { x: camera.x + camera.zoom * x, y: camera.y - camera.zoom * y }
}
