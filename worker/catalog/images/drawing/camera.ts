/** The camera: position of the tire in the picture, and its projection. */
import type { Vector } from './light.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A parallel projection. Picture units are fractions of a pixel, so that integers are precise enough. */
export interface Camera {
  /** Cosine and sine of the viewing angle: 0° shows the sidewall, 90° the tread. */
  readonly cos: number
  readonly sin: number
  /** Picture units per mm, and the position of the middle of the axle. */
  readonly zoom: number
  readonly x: number
  readonly y: number
  /** Picture units per thousandth of the picture's width. */
  readonly unit: number
  /** Side of the square picture. */
  readonly side: number
  /** True for a picture with small details. */
  readonly fine: boolean
}

/** Projects a point: `a` along the axle, `r` from the axle (mm), `t` the angle (radians). */
export function project(camera: Camera, a: number, r: number, t: number): Point {
  return {
    x: camera.x + camera.zoom * (r * Math.cos(t) * camera.cos - a * camera.sin),
    y: camera.y - camera.zoom * r * Math.sin(t),
  }
}

/**
 * Converts a normal at angle `t` to the viewer's axes; its components are along the axle, outward and in the
 * rolling direction.
 */
export function toViewer(camera: Camera, along: number, out: number, t: number, run = 0): Vector {
  const c = Math.cos(t)
  const s = Math.sin(t)
  const x = out * c - run * s
  return [x * camera.cos - along * camera.sin, out * s + run * c, x * camera.sin + along * camera.cos]
}
