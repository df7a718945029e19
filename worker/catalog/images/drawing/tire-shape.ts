/** The tire as a surface of revolution in mm: `a` along the axle (near side positive), `r` from the axle. */
import type { TireAppearance } from '../../../../schema/catalog/product/tire-appearance.ts'

/** A point of the cross-section with its outward normal (axial, radial). */
export interface ProfilePoint {
  readonly a: number
  readonly r: number
  readonly na: number
  readonly nr: number
}

export interface TireShape {
  /** Radius of the tread in the middle. */
  readonly outer: number
  readonly rim: number
  /** Sidewall height. */
  readonly height: number
  /** Half of the section width and of the tread width. */
  readonly half: number
  readonly tread: number
  /** Groove depth now and when new, enlarged by a third for visibility. */
  readonly groove: number
  readonly fresh: number
  /** Remaining tread, 0 to 1. */
  readonly wear: number
  /** Sidewall from shoulder (first) to bead (last). */
  readonly sidewall: readonly ProfilePoint[]
  /** Length of the sidewall along its curve. */
  readonly run: number
}

const MM_PER_32ND = 0.79375
const DEPTH_FACTOR = 1.35
const STEPS = 72

/** Computes the surface of a tire from its dimensions. */
export function tireShape(appearance: TireAppearance): TireShape {
  const rim = appearance.rim * 12.7
  const height = (appearance.section * appearance.aspect) / 100
  const half = appearance.section / 2
  const tread = half * (appearance.pattern === 'at' ? 0.85 : appearance.aspect <= 50 ? 0.9 : 0.84)
  const fresh = appearance.treadNew * MM_PER_32ND * DEPTH_FACTOR
  const outer = rim + height
  const points = sidewallPoints({ outer, rim, height, half, tread, appearance })
  return {
    outer,
    rim,
    height,
    half,
    tread,
    fresh,
    groove: appearance.treadDepth * MM_PER_32ND * DEPTH_FACTOR,
    wear: appearance.treadDepth / appearance.treadNew,
    sidewall: points,
    run: points.slice(1).reduce((sum, p, i) => sum + distance(p, points[i] ?? p), 0),
  }
}

/** Returns the radius of the tread at `u` (-1 to 1 across the tread) and the tilt of its normal there. */
export function crown(shape: Pick<TireShape, 'outer' | 'tread'>, u: number): { r: number; lean: number } {
  const x = Math.min(1, Math.abs(u))
  const drop = shape.tread * 0.075
  const slope = (drop * (0.8 * x + 4.2 * x ** 6)) / shape.tread
  return { r: shape.outer - drop * (0.4 * x * x + 0.6 * x ** 7), lean: Math.sign(u) * slope }
}

/** Returns the point of the sidewall at `s`, 0 at the shoulder, 1 at the bead. */
export function sidewallAt(shape: TireShape, s: number): ProfilePoint {
  const position = Math.min(1, Math.max(0, s)) * (shape.sidewall.length - 1)
  const low = shape.sidewall[Math.floor(position)]
  const high = shape.sidewall[Math.ceil(position)]
  if (!low || !high) throw new Error('a tire has a sidewall')
  const t = position - Math.floor(position)
  const mix = (from: number, to: number) => from + (to - from) * t
  return { a: mix(low.a, high.a), r: mix(low.r, high.r), na: mix(low.na, high.na), nr: mix(low.nr, high.nr) }
}

/** Returns the point of the sidewall at radius `r`. */
export function sidewallAtRadius(shape: TireShape, r: number): ProfilePoint {
  const found = shape.sidewall.findIndex((point) => point.r <= r)
  return sidewallAt(shape, (found < 0 ? STEPS : Math.max(0, found)) / STEPS)
}

interface Dimensions {
  outer: number
  rim: number
  height: number
  half: number
  tread: number
  appearance: TireAppearance
}

function sidewallPoints({ outer, rim, height, half, tread, appearance }: Dimensions): ProfilePoint[] {
  const edge = { a: tread, r: crown({ outer, tread }, 1).r }
  const wide = { a: half, r: rim + height * 0.5 }
  const bead = { a: half * 0.8, r: rim + 1 }
  const fall = edge.r - wide.r
  const upper = [
    edge,
    { a: edge.a + (half - tread) * 0.55, r: edge.r - fall * 0.1 },
    { a: half, r: wide.r + fall * 0.5 },
    wide,
  ] as const
  const rise = wide.r - bead.r
  const lower = [
    wide,
    { a: half, r: wide.r - rise * 0.5 },
    { a: bead.a + (half - bead.a) * 0.55, r: bead.r + rise * 0.16 },
    bead,
  ] as const
  // A low tire has a rib beside the rim that protects the wheel from curbs.
  const guard = appearance.aspect <= 55 ? 3.2 : 1.6
  const guardAt = rim + Math.max(9, height * 0.17)
  const bare = Array.from({ length: STEPS + 1 }, (_, i) => {
    const s = i / STEPS
    const p = s < 0.5 ? bezier(upper, s * 2) : bezier(lower, s * 2 - 1)
    return { a: p.a + guard * Math.exp(-(((p.r - guardAt) / 4.2) ** 2)), r: p.r }
  })
  return bare.map((p, i) => {
    const before = bare[i - 1] ?? p
    const after = bare[i + 1] ?? p
    const length = distance(before, after) || 1
    return { ...p, na: (before.r - after.r) / length, nr: (after.a - before.a) / length }
  })
}

interface Spot {
  readonly a: number
  readonly r: number
}

function bezier([p, q, v, w]: readonly [Spot, Spot, Spot, Spot], t: number): Spot {
  const [b0, b1, b2, b3] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
  return { a: b0 * p.a + b1 * q.a + b2 * v.a + b3 * w.a, r: b0 * p.r + b1 * q.r + b2 * v.r + b3 * w.r }
}

function distance(p: Spot, q: Spot): number {
  return Math.hypot(p.a - q.a, p.r - q.r)
}
