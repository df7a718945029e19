/** The soft shadow on the ground: gradients, because fifty blur filters would make a list slow. */
import type { Camera } from './camera.ts'
import { addElement, type Sheet } from './sheet.ts'
import type { TireShape } from './tire-shape.ts'

// Offset and opacity of stops that fade like a blurred edge.
const SOFT = [
  [0, 1],
  [0.2, 0.86],
  [0.4, 0.55],
  [0.6, 0.26],
  [0.8, 0.08],
  [1, 0],
] as const

export function drawGroundShadow(sheet: Sheet, camera: Camera, shape: TireShape): void {
  const foot = camera.y + camera.zoom * shape.outer
  const across = camera.zoom * shape.tread * camera.sin
  const round = camera.zoom * shape.outer * camera.cos
  sheet.defs.push(
    `<radialGradient id="s">${SOFT.map(([at, o]) => `<stop offset="${at}" stop-color="#191712" stop-opacity="${o}"/>`).join('')}</radialGradient>`,
  )
  const addEllipse = (x: number, y: number, rx: number, ry: number, opacity: number) =>
    addElement(
      sheet,
      `<ellipse cx="${Math.round(x)}" cy="${Math.round(y)}" rx="${Math.round(rx)}" ry="${Math.round(ry)}" fill="url(#s)" opacity="${opacity}"/>`,
    )
  const u = camera.unit
  addEllipse(camera.x + 16 * u, foot + 4 * u, round * 0.98 + across * 1.1, 46 * u, 0.3)
  addEllipse(camera.x + 8 * u, foot - 2 * u, round * 0.55 + across * 1.15, 26 * u, 0.5)
  addEllipse(camera.x, foot - 3 * u, round * 0.2 + across * 1.1, 11 * u, 0.85)
}
