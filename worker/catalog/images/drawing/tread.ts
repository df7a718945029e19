/**
 * Draws the tread as relief: groove floor, then the walls that face the viewer, then the tops of the blocks.
 * This order makes sorting by depth unnecessary, and all blocks of a rib are one path with one gradient.
 */
import { type Camera, type Point, project, toViewer } from './camera.ts'
import { circumferenceGradient } from './fills.ts'
import { newPath, type Path, polygon, polyline } from './path.ts'
import { type Pitch, pitches, type TreadPattern, type TreadPoint } from './patterns.ts'
import { fill, fillLayers, type Sheet, stroke } from './sheet.ts'
import { crown, type TireShape } from './tire-shape.ts'
import { drawWearBars } from './wear-bars.ts'

interface Corner {
  readonly u: number
  readonly a: number
  readonly r: number
  readonly t: number
  /** True when the edge to the next corner has no wall: it joins the next pitch or is at the shoulder. */
  readonly open: boolean
}

const WALL_DIRECTIONS = 8
const DRAFT = 0.17

/** Draws walls, tops and sipes of the visible tread; `drawFloor` must draw the floor first. */
export function drawTread(sheet: Sheet, camera: Camera, shape: TireShape, pattern: TreadPattern): void {
  const walls = new Map<number, Path>()
  const tops = new Map<number, { path: Path; lean: number }>()
  const shadow = newPath()
  const throwX = shape.groove * camera.zoom * 0.5
  for (const pitch of pitches(shape, pattern)) {
    for (const block of pattern.blocks) {
      const corners = blockCorners(shape, camera, pitch, block)
      const middle = corners.reduce((sum, c) => sum + c.u, 0) / corners.length
      const { lean } = crown(shape, middle)
      if (!corners.some((c) => toViewer(camera, lean, 1, c.t)[2] > -0.02)) continue
      const top = corners.map((c) => project(camera, c.a, c.r, c.t))
      const foot = blockFoot(corners, shape.groove).map((c) => project(camera, c.a, c.r, c.t))
      if (area(top) > 0) {
        const key = Math.round(lean * 9)
        const rib = tops.get(key) ?? { path: newPath(), lean }
        tops.set(key, rib)
        polygon(rib.path, top)
        if (camera.fine)
          polygon(
            shadow,
            foot.map((p) => ({ x: p.x + throwX, y: p.y + throwX * 1.1 })),
          )
      }
      addWalls(walls, corners, top, foot, camera)
    }
  }
  fill(sheet, shadow, '#030303', ' opacity=".5"')
  if (camera.cos < 0.1) drawWearBars(sheet, camera, shape, pattern)
  for (const [direction, path] of [...walls].sort(([a], [b]) => a - b)) {
    const angle = (direction / WALL_DIRECTIONS) * 2 * Math.PI
    const normal = { along: Math.cos(angle), out: 0.35, run: Math.sin(angle) }
    fill(
      sheet,
      path,
      circumferenceGradient(sheet, camera, shape, { pale: 44, gloss: 12, open: 0.62 }, normal),
    )
  }
  const edge = Math.min(9, 5 + shape.wear * 5) * camera.unit * 0.16
  for (const { path, lean } of [...tops.values()].sort((a, b) => a.lean - b.lean)) {
    const face = circumferenceGradient(
      sheet,
      camera,
      shape,
      { pale: 92, gloss: 46, open: 1 },
      { along: lean, out: 1 },
    )
    const rim = circumferenceGradient(
      sheet,
      camera,
      shape,
      { pale: 150, gloss: 90, open: 1 },
      { along: lean, out: 1 },
    )
    fillLayers(sheet, path, [
      [-edge * 0.7, -edge, rim],
      [0, 0, face],
    ])
  }
  drawSipes(sheet, camera, shape, pattern)
}

function addWalls(
  walls: Map<number, Path>,
  corners: readonly Corner[],
  top: readonly Point[],
  foot: readonly Point[],
  camera: Camera,
): void {
  for (const [i, corner] of corners.entries()) {
    const j = (i + 1) % corners.length
    const [next, t0, t1, f0, f1] = [corners[j], top[i], top[j], foot[i], foot[j]]
    if (corner.open || !next || !t0 || !t1 || !f0 || !f1) continue
    const face = [t1, t0, f0, f1]
    if (area(face) < (camera.fine ? 3 : 80) * camera.unit ** 2) continue
    // Outward normal of an edge; the outline is counterclockwise in (along, run).
    const outward = Math.atan2(-(next.a - corner.a), (next.t - corner.t) * corner.r)
    const turn = Math.round((outward / (2 * Math.PI)) * WALL_DIRECTIONS)
    const direction = (turn + WALL_DIRECTIONS) % WALL_DIRECTIONS
    const path = walls.get(direction) ?? newPath()
    walls.set(direction, path)
    polygon(path, face)
  }
}

function drawSipes(sheet: Sheet, camera: Camera, shape: TireShape, pattern: TreadPattern): void {
  // Sipes are shallower than grooves: half of them disappear at half tread, all near the end.
  const left =
    shape.wear > 0.55 ? pattern.sipes : shape.wear > 0.3 ? pattern.sipes.filter((_, i) => i % 2 === 0) : []
  const path = newPath()
  for (const pitch of pitches(shape, pattern)) {
    for (const whole of left) {
      const sipe = camera.fine ? whole : whole.filter((_, i) => i === 0 || i === whole.length - 1)
      const spots = sipe.map(([u, v]) => ({ u, t: pitch.from + v * pitch.length }))
      if (spots.some(({ u, t }) => toViewer(camera, crown(shape, u).lean, 1, t)[2] < 0.1)) continue
      polyline(
        path,
        spots.map(({ u, t }) => project(camera, u * shape.tread, crown(shape, u).r, t)),
      )
    }
  }
  const width = Math.max(camera.unit * 1.3, camera.zoom * 0.9)
  stroke(sheet, path, '#0b0c0d', width, ' stroke-linejoin="round"')
}

/**
 * Returns the corners of a block, counterclockwise in (along, run); long edges are divided to follow the
 * curve.
 */
function blockCorners(
  shape: TireShape,
  camera: Camera,
  pitch: Pitch,
  block: readonly TreadPoint[],
): Corner[] {
  const widest = camera.fine ? 0.045 : 0.12
  const flat = block.reduce((sum, [u, v], i) => {
    const [un, vn] = block[(i + 1) % block.length] ?? [u, v]
    return sum + u * vn - un * v
  }, 0)
  const ring = flat > 0 ? block : [...block].reverse()
  return ring.flatMap(([u, v], i) => {
    const [un, vn] = ring[(i + 1) % ring.length] ?? [u, v]
    const open = (v === vn && (v === 0 || v === 1)) || (Math.abs(u) === 1 && u === un)
    const parts = Math.max(1, Math.ceil((Math.abs(vn - v) * pitch.length) / widest))
    return Array.from({ length: parts }, (_, k): Corner => {
      const at = u + ((un - u) * k) / parts
      const t = pitch.from + (v + ((vn - v) * k) / parts) * pitch.length
      return { u: at, a: at * shape.tread, r: crown(shape, at).r, t, open }
    })
  })
}

/** Returns the outline of a block at the floor, which is wider by the draft of the walls. */
function blockFoot(corners: readonly Corner[], groove: number): Corner[] {
  return corners.map((corner, i) => {
    const before = corners[(i + corners.length - 1) % corners.length] ?? corner
    const after = corners[(i + 1) % corners.length] ?? corner
    let [x, y] = [0, 0]
    for (const [from, to] of [
      [before, corner],
      [corner, after],
    ] as const) {
      if (from.open) continue
      const [dx, dy] = [to.a - from.a, (to.t - from.t) * corner.r]
      const length = Math.hypot(dx, dy) || 1
      x += dy / length
      y -= dx / length
    }
    const length = Math.hypot(x, y) || 1
    const out = (groove * DRAFT) / length
    return { ...corner, a: corner.a + x * out, r: corner.r - groove, t: corner.t + (y * out) / corner.r }
  })
}

/** Returns twice the area of an outline in the picture; positive when its outside faces the viewer. */
function area(points: readonly Point[]): number {
  return points.reduce((sum, p, i) => {
    const q = points[(i + 1) % points.length] ?? p
    return sum + p.x * q.y - q.x * p.y
  }, 0)
}
