/** The cameras of the four views. */
import type { PictureWidth, View } from '../../../../schema/catalog/product/tire-appearance.ts'
import type { Camera } from './camera.ts'
import type { TireShape } from './tire-shape.ts'

/**
 * Picture units per pixel; small pictures need more, because screens show them with up to three device pixels
 * each.
 */
const UNITS: Readonly<Record<PictureWidth, number>> = { 350: 6, 1000: 8 }

/** Returns the camera of a view. */
export function createCamera(view: View, width: PictureWidth, shape: TireShape): Camera {
  const side = width * UNITS[width]
  const unit = side / 1000
  const base = { unit, side, fine: width === 1000, x: side / 2 }
  if (view === 'tread') {
    const zoom = (0.9 * side) / (2 * shape.half)
    return { ...base, cos: 0, sin: 1, zoom, y: side / 2 }
  }
  if (view === 'dot') {
    // The lower part of the sidewall from rim to tread fills the picture.
    const zoom = (0.78 * side) / Math.max(shape.height, shape.outer * 0.26)
    const middle = shape.rim + shape.height * 0.47
    return { ...base, cos: 1, sin: 0, zoom, y: side / 2 - middle * zoom }
  }
  const yaw = view === 'three-quarter' ? (37 * Math.PI) / 180 : 0
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const across = 2 * (shape.outer * cos + shape.tread * sin)
  const zoom = Math.min((0.86 * side) / (2 * shape.outer), (0.93 * side) / across)
  return {
    ...base,
    cos,
    sin,
    zoom,
    y: 0.035 * side + zoom * shape.outer + Math.max(0, (0.86 * side) / 2 - zoom * shape.outer) * 1.4,
  }
}
