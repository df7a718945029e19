/** Fills that follow the light round the tire, so that a whole rib or ring is one mark. */
import { type Camera, turned } from './camera.ts'
import { type Rubber, shade } from './light.ts'
import { axisFill, downFill, type Sheet } from './sheet.ts'
import type { TireShape } from './tire-shape.ts'

/** Direction the light falls over the sidewall: from above left, as an angle from the right, radians. */
const LIGHT_AXIS = 2.02

/** Fill down the picture for a surface that runs round the tire: its light depends on the height alone. */
export function roundFill(
  sheet: Sheet,
  camera: Camera,
  shape: TireShape,
  rubber: Rubber,
  normal: { along: number; out: number; run?: number },
): string {
  const sines = camera.fine
    ? [1, 0.97, 0.9, 0.8, 0.65, 0.5, 0.3, 0.1, -0.15, -0.4, -0.65, -0.85, -1]
    : [1, 0.95, 0.85, 0.7, 0.5, 0.25, 0, -0.3, -0.6, -1]
  const reach = camera.zoom * shape.outer
  const stops = sines.map((sine) => ({
    at: (1 - sine) / 2,
    value: shade(turned(camera, normal.along, normal.out, Math.asin(sine), normal.run ?? 0), rubber),
  }))
  return downFill(sheet, camera.y - reach, camera.y + reach, stops)
}

/** Fill for a ring of the sidewall: the light changes along one axis across it. */
export function aroundFill(
  sheet: Sheet,
  camera: Camera,
  normal: { na: number; nr: number },
  rubber: Rubber,
): string {
  const places = camera.fine
    ? [-1, -0.75, -0.45, -0.1, 0.3, 0.6, 0.82, 1]
    : [-1, -0.7, -0.3, 0.1, 0.4, 0.7, 0.85, 1]
  const stops = places.map((place) => {
    const away = Math.acos(place)
    const one = shade(turned(camera, normal.na, normal.nr, LIGHT_AXIS + away), rubber)
    const other = shade(turned(camera, normal.na, normal.nr, LIGHT_AXIS - away), rubber)
    return { at: (place + 1) / 2, value: (one + other) / 2 }
  })
  return axisFill(sheet, LIGHT_AXIS, stops)
}
