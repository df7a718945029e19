/** Where the tire stands in the picture and what of it is seen. */
import type { Vector } from './light.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Parallel projection. Picture units are parts of a pixel, so that whole numbers are exact enough. */
export interface Camera {
  /** 0 looks at the sidewall, 90 at the tread; radians as cosine and sine. */
  readonly cos: number
  readonly sin: number
  /** Picture units per mm, and the place of the axle's middle. */
  readonly zoom: number
  readonly x: number
  readonly y: number
  /** Picture units per thousandth of the picture's width. */
  readonly unit: number
  /** Side of the square picture. */
  readonly side: number
  /** Small things are drawn. */
  readonly fine: boolean
}

export function project(camera: Camera, a: number, r: number, t: number): Point {
  return {
    x: camera.x + camera.zoom * (r * Math.cos(t) * camera.cos - a * camera.sin),
    y: camera.y - camera.zoom * r * Math.sin(t),
  }
}

/** A normal given along the axle, outward and along the running direction at angle `t`, as the viewer sees it. */
export function turned(camera: Camera, along: number, out: number, t: number, run = 0): Vector {
  const c = Math.cos(t)
  const s = Math.sin(t)
  const x = out * c - run * s
  return [x * camera.cos - along * camera.sin, out * s + run * c, x * camera.sin + along * camera.cos]
}
