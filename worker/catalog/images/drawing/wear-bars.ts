/** The wear bars in the circumferential grooves, which show that a tire is worn out. */
import { type Camera, type Point, project } from './camera.ts'
import { circumferenceGradient } from './fills.ts'
import { newPath, polygon } from './path.ts'
import type { TreadPattern } from './patterns.ts'
import { fillLayers, type Sheet } from './sheet.ts'
import { crown, type TireShape } from './tire-shape.ts'

/** Draws the wear bars, which are level with the tread at 2/32 in. */
export function drawWearBars(sheet: Sheet, camera: Camera, shape: TireShape, pattern: TreadPattern): void {
  const height = Math.min(shape.groove, 2 * 0.79375 * 1.35)
  const path = newPath()
  for (const [from, to] of pattern.grooves) {
    for (const around of [-0.62, -0.1, 0.42]) {
      const corners: Point[] = []
      for (const [u, side] of [
        [from, -1],
        [to, -1],
        [to, 1],
        [from, 1],
      ] as const) {
        const { r } = crown(shape, u)
        corners.push(
          project(camera, u * shape.tread, r - shape.groove + height, around + (side * 4) / shape.outer),
        )
      }
      polygon(path, corners)
    }
  }
  const lit = circumferenceGradient(
    sheet,
    camera,
    shape,
    { pale: 60, gloss: 20, open: 0.7 },
    { along: 0, out: 1 },
  )
  const face = circumferenceGradient(
    sheet,
    camera,
    shape,
    { pale: 44, gloss: 14, open: 0.62 },
    { along: 0, out: 1 },
  )
  fillLayers(sheet, path, [
    [0, -2 * camera.unit * 0.8, lit],
    [0, 0, face],
  ])
}
