/**
 * Tread patterns. Each is described by one flat pitch: `u` from -1 to 1 across the tread (1 is the near
 * shoulder), `v` from 0 to 1 along the pitch. Edges at v = 0 or v = 1 join the next pitch, so that ribs are
 * continuous.
 */
import type { PatternName } from '../../../../schema/catalog/product/product.ts'
import type { TireShape } from './tire-shape.ts'

export type TreadPoint = readonly [u: number, v: number]

export interface TreadPattern {
  /** Length of one pitch, mm. */
  readonly pitch: number
  /** Length of the shoulder blocks on the sidewall, mm. */
  readonly lug: number
  readonly blocks: readonly (readonly TreadPoint[])[]
  readonly sipes: readonly (readonly TreadPoint[])[]
  /** Circumferential grooves as [from, to] across the tread; they contain the wear bars. */
  readonly grooves: readonly (readonly [number, number])[]
}

type Shapes = readonly (readonly TreadPoint[])[]

/** Adds the other half of a symmetric pattern: the shapes rotated by half a turn. */
function turnedHalf(shapes: Shapes): Shapes {
  return [...shapes, ...shapes.map((shape) => shape.map(([u, v]): TreadPoint => [-u, 1 - v]))]
}

/** Adds the other half of a directional pattern: the shapes mirrored. */
function mirroredHalf(shapes: Shapes): Shapes {
  return [...shapes, ...shapes.map((shape) => shape.map(([u, v]): TreadPoint => [-u, v]))]
}

/** Returns a zigzag line between two points, the shape of winter sipes. */
function zigzag([u0, v0]: TreadPoint, [u1, v1]: TreadPoint, teeth: number, height: number): TreadPoint[] {
  return Array.from({ length: teeth + 1 }, (_, i): TreadPoint => {
    const t = i / teeth
    const off = i === 0 || i === teeth ? 0 : i % 2 === 0 ? -height : height
    return [u0 + (u1 - u0) * t, v0 + (v1 - v0) * t + off]
  })
}

function repeated(count: number, step: number, shapesAt: (shift: number) => Shapes): Shapes {
  return Array.from({ length: count }, (_, i) => shapesAt(i * step)).flat()
}

// biome-ignore format: one outline a line
const touring: TreadPattern = {
  pitch: 35,
  lug: 10,
  grooves: [
    [0.12, 0.225],
    [0.52, 0.62],
    [-0.225, -0.12],
    [-0.62, -0.52],
  ],
  blocks: [
    [[-0.12, 0], [-0.12, 0.2], [-0.08, 0.26], [-0.12, 0.32], [-0.12, 1], [0.12, 1], [0.12, 0.8], [0.08, 0.74], [0.12, 0.68], [0.12, 0]],
    ...turnedHalf([
      [[0.225, 0], [0.225, 1], [0.52, 1], [0.52, 0.62], [0.43, 0.54], [0.33, 0.41], [0.33, 0.33], [0.43, 0.44], [0.52, 0.5], [0.52, 0]],
      [[0.62, 0.12], [0.73, 0.07], [0.86, 0.03], [1, 0.02], [1, 0.87], [0.86, 0.88], [0.73, 0.92], [0.62, 0.97]],
    ]),
  ],
  sipes: turnedHalf([
    [[0.67, 0.53], [0.78, 0.48], [0.9, 0.455], [0.99, 0.45]],
    [[0.225, 0.7], [0.3, 0.76], [0.4, 0.88]],
    [[0.52, 0.06], [0.45, 0.0], [0.38, -0.1]],
    [[-0.12, 0.62], [-0.04, 0.7], [0.06, 0.74]],
  ]),
}

// biome-ignore format: one outline a line
const sport: TreadPattern = {
  pitch: 46,
  lug: 7,
  grooves: [
    [0.4, 0.5],
    [-0.02, 0.08],
    [-0.45, -0.34],
  ],
  blocks: [
    [[0.5, 0], [0.5, 1], [1, 1], [1, 0.56], [0.88, 0.55], [0.76, 0.5], [0.66, 0.42], [0.6, 0.33], [0.61, 0.28], [0.68, 0.35], [0.78, 0.42], [0.88, 0.46], [1, 0.47], [1, 0]],
    [[0.08, 0], [0.08, 1], [0.4, 1], [0.4, 0.36], [0.33, 0.28], [0.24, 0.12], [0.24, 0.06], [0.34, 0.18], [0.4, 0.25], [0.4, 0]],
    [[-0.34, 0], [-0.34, 0.55], [-0.27, 0.62], [-0.18, 0.78], [-0.18, 0.84], [-0.28, 0.72], [-0.34, 0.66], [-0.34, 1], [-0.02, 1], [-0.02, 0]],
    [[-0.45, 0.06], [-0.45, 0.9], [-0.58, 0.99], [-0.74, 1.06], [-1, 1.09], [-1, 0.18], [-0.74, 0.15], [-0.58, 0.12]],
  ],
  sipes: [
    [[0.7, 0.85], [0.8, 0.93], [0.97, 0.97]],
    [[-0.52, 0.5], [-0.64, 0.57], [-0.8, 0.62], [-0.97, 0.64]],
    [[0.08, 0.5], [0.14, 0.58], [0.22, 0.64]],
    [[-0.02, 0.3], [-0.09, 0.22], [-0.16, 0.16]],
  ],
}

// biome-ignore format: one outline a line
const winter: TreadPattern = {
  pitch: 37,
  lug: 12,
  grooves: [],
  blocks: mirroredHalf([
    [[0.6, 0.1], [0.72, 0.03], [0.86, -0.03], [1, -0.06], [1, 0.76], [0.86, 0.79], [0.72, 0.85], [0.6, 0.92]],
    [[0.27, 0.3], [0.4, 0.2], [0.53, 0.12], [0.53, 0.93], [0.4, 1.01], [0.27, 1.11]],
    [[0.03, 0.52], [0.12, 0.44], [0.205, 0.37], [0.205, 1.17], [0.12, 1.24], [0.03, 1.35]],
  ]),
  sipes: mirroredHalf(
    repeated(4, 0.17, (v) => [
      zigzag([0.63, 0.26 + v - 0.05], [0.97, 0.1 + v - 0.05], 7, 0.022),
      zigzag([0.29, 0.44 + v - 0.02], [0.51, 0.29 + v - 0.02], 5, 0.022),
      zigzag([0.05, 0.68 + v - 0.05], [0.19, 0.56 + v - 0.05], 3, 0.022),
    ]),
  ),
}

// biome-ignore format: one outline a line
const at: TreadPattern = {
  pitch: 58,
  lug: 26,
  grooves: [],
  blocks: turnedHalf([
    [[0.66, 0.06], [0.8, 0.02], [1, 0], [1, 0.4], [0.84, 0.42], [0.63, 0.47], [0.6, 0.28]],
    [[0.73, 0.56], [0.86, 0.52], [1, 0.5], [1, 0.9], [0.86, 0.92], [0.67, 0.96], [0.7, 0.76]],
    [[0.21, 0.14], [0.35, 0.01], [0.5, 0.03], [0.54, 0.16], [0.51, 0.35], [0.41, 0.44], [0.25, 0.43], [0.17, 0.31]],
    [[0.27, 0.57], [0.42, 0.55], [0.53, 0.47], [0.61, 0.57], [0.6, 0.8], [0.47, 0.9], [0.31, 0.88], [0.23, 0.74]],
    [[-0.15, 0.1], [0.04, 0.03], [0.13, 0.13], [0.08, 0.34], [-0.06, 0.43], [-0.18, 0.3]],
  ]),
  sipes: turnedHalf([
    zigzag([0.66, 0.25], [0.97, 0.2], 5, 0.03),
    zigzag([0.74, 0.74], [0.97, 0.71], 5, 0.03),
    zigzag([0.22, 0.27], [0.5, 0.2], 4, 0.03),
    zigzag([0.27, 0.76], [0.58, 0.66], 4, 0.03),
    zigzag([-0.13, 0.26], [0.09, 0.2], 3, 0.03),
  ]),
}

// biome-ignore format: one outline a line
const highway: TreadPattern = {
  pitch: 44,
  lug: 10,
  grooves: [
    [0.13, 0.22],
    [0.53, 0.63],
    [-0.22, -0.13],
    [-0.63, -0.53],
  ],
  blocks: [
    [[-0.13, 0], [-0.1, 0.25], [-0.13, 0.5], [-0.1, 0.75], [-0.13, 1], [0.1, 1], [0.13, 0.75], [0.1, 0.5], [0.13, 0.25], [0.1, 0]],
    ...turnedHalf([
      [[0.22, 0.06], [0.25, 0.28], [0.22, 0.52], [0.25, 0.76], [0.22, 0.94], [0.38, 1.02], [0.53, 1.06], [0.5, 0.84], [0.53, 0.6], [0.5, 0.36], [0.53, 0.17], [0.38, 0.13]],
      [[0.63, 0.3], [0.72, 0.34], [0.86, 0.37], [1, 0.38], [1, 1.26], [0.86, 1.25], [0.72, 1.22], [0.63, 1.18], [0.66, 0.98], [0.63, 0.74], [0.66, 0.5]],
    ]),
  ],
  sipes: turnedHalf([
    [[0.66, 0.78], [0.76, 0.72], [0.86, 0.8], [0.98, 0.78]],
    [[0.25, 0.36], [0.37, 0.44], [0.49, 0.38]],
    [[0.25, 0.7], [0.37, 0.78], [0.49, 0.72]],
    [[-0.11, 0.25], [0, 0.32], [0.1, 0.25]],
  ]),
}

export const TREAD_PATTERNS: Readonly<Record<PatternName, TreadPattern>> = {
  touring,
  sport,
  winter,
  at,
  highway,
}

/** Start and length of a pitch in radians. */
export interface Pitch {
  readonly from: number
  readonly length: number
}

/** Returns the pitches around the tire; their lengths vary as on real tires, where this reduces noise. */
export function pitches(shape: TireShape, pattern: TreadPattern): readonly Pitch[] {
  const count = Math.max(12, Math.round((2 * Math.PI * shape.outer) / pattern.pitch))
  const lengths = Array.from(
    { length: count },
    (_, i) => 1 + 0.09 * Math.sin(i * 2.2) + 0.05 * Math.sin(i * 0.9),
  )
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let from = 0
  return lengths.map((share) => {
    const length = (share / total) * 2 * Math.PI
    const pitch = { from, length }
    from += length
    return pitch
  })
}
