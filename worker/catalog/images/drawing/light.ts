/**
 * The lights: a large soft one from above left, one from the right, and a pale ground that reflects light.
 */

export type Vector = readonly [x: number, y: number, z: number]

/** How rubber reflects light: `pale` is diffuse, `gloss` specular, `open` the exposure to light (0 to 1). */
export interface Rubber {
  readonly pale: number
  readonly gloss: number
  readonly open: number
}

const KEY = unit([-0.42, 0.74, 0.52])
const FILL = unit([0.78, 0.28, 0.56])
const VIEWER: Vector = [0, 0, 1]
const KEY_HALF = unit(sum(KEY, VIEWER))
const FILL_HALF = unit(sum(FILL, VIEWER))

/**
 * Returns the gray value (0 black to 255) of a surface with this normal: x right, y up, z toward the viewer.
 */
export function shade(normal: Vector, { pale, gloss, open }: Rubber): number {
  const n = unit(normal)
  const key = Math.max(0, (dot(n, KEY) + 0.18) / 1.18)
  const fill = Math.max(0, dot(n, FILL))
  const sky = 0.5 + 0.5 * n[1]
  const ground = Math.max(0, -n[1])
  const edge = Math.max(0, 1 - Math.abs(n[2])) ** 3
  const matte = 0.16 + 0.62 * key + 0.34 * fill + 0.1 * sky + 0.16 * ground
  const shine =
    0.8 * Math.max(0, dot(n, KEY_HALF)) ** 16 +
    0.4 * Math.max(0, dot(n, FILL_HALF)) ** 22 +
    0.22 * edge * (0.5 + sky)
  return open * (pale * matte + gloss * shine) + 5
}

/** Returns the color of a gray value; rubber is slightly bluish. */
export function gray(value: number): string {
  const v = Math.min(250, Math.max(4, Math.round(value)))
  return `#${hex(v)}${hex(v + 0.004 * v + 0.4)}${hex(v + 0.018 * v + 1.4)}`
}

function unit(v: Vector): Vector {
  const length = Math.hypot(v[0], v[1], v[2]) || 1
  return [v[0] / length, v[1] / length, v[2] / length]
}

function sum(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function hex(value: number): string {
  return Math.min(255, Math.round(value)).toString(16).padStart(2, '0')
}
