/** Gradients that follow the light around the tire, so that a whole rib or ring is one element. */
import { type Camera, toViewer } from './camera.ts'
import { type Rubber, shade } from './light.ts'
import { angledGradient, type Sheet, verticalGradient } from './sheet.ts'
import type { TireShape } from './tire-shape.ts'

/** Direction of the light over the sidewall, from above left: radians, 0 is right. */
const LIGHT_AXIS = 2.02

/** Returns a vertical gradient for a surface around the tire, whose light depends only on the height. */
export function circumferenceGradient(
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
    value: shade(toViewer(camera, normal.along, normal.out, Math.asin(sine), normal.run ?? 0), rubber),
  }))
  return verticalGradient(sheet, camera.y - reach, camera.y + reach, stops)
}

/** Returns the gradient of a ring of the sidewall, along the axis of the light. */
export function ringGradient(
  sheet: Sheet,
  camera: Camera,
  normal: { na: number; nr: number },
  rubber: Rubber,
): string {
  const positions = camera.fine
    ? [-1, -0.75, -0.45, -0.1, 0.3, 0.6, 0.82, 1]
    : [-1, -0.7, -0.3, 0.1, 0.4, 0.7, 0.85, 1]
  const stops = positions.map((position) => {
    const offset = Math.acos(position)
    const one = shade(toViewer(camera, normal.na, normal.nr, LIGHT_AXIS + offset), rubber)
    const other = shade(toViewer(camera, normal.na, normal.nr, LIGHT_AXIS - offset), rubber)
    return { at: (position + 1) / 2, value: (one + other) / 2 }
  })
  return angledGradient(sheet, LIGHT_AXIS, stops)
}
