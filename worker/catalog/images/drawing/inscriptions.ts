/** Draws the texts on the sidewall. */
import {
  sidewallSize,
  type TireAppearance,
  type View,
} from '../../../../schema/catalog/product/tire-appearance.ts'
import type { Camera } from './camera.ts'
import { circumferenceGradient } from './fills.ts'
import { addFrame, addLine, drawableText, type Line, textWidth } from './lettering.ts'
import { newPath, type Path } from './path.ts'
import { fill, fillLayers, type Sheet } from './sheet.ts'
import type { TireShape } from './tire-shape.ts'

const WHITE = '#efede5'
const DEG = Math.PI / 180

export function drawLettering(
  sheet: Sheet,
  camera: Camera,
  shape: TireShape,
  appearance: TireAppearance,
  view: View,
): void {
  const big = newPath()
  const small = newPath()
  const add = (path: Path, line: Line) => addLine(path, camera, shape, line)
  const { rim, height } = shape
  const [outer, inner] = [rim + height * 0.605, rim + height * 0.345]
  const brand = drawableText(appearance.brand)
  const model = drawableText(appearance.model)
  const size = drawableText(sidewallSize(appearance))
  const built =
    appearance.construction === 'B' || appearance.construction === 'D' ? 'TUBELESS' : 'RADIAL TUBELESS'
  const tall = Math.min(36, height * 0.25)
  const low = Math.min(11, height * 0.075)
  if (view === 'dot') {
    drawDot(sheet, camera, shape, appearance)
    return
  }
  add(big, { text: brand, r: outer, t: 90 * DEG, height: tall, spread: 0.16, room: 110 * DEG })
  add(big, { text: model, r: outer, t: -90 * DEG, height: tall * 0.82, spread: 0.12, room: 110 * DEG })
  const ringed = camera.fine ? low : Math.max(low * 1.25, 7.5)
  add(small, { text: size, r: inner, t: 28 * DEG, height: ringed, spread: 0.14, room: 50 * DEG })
  if (camera.fine) {
    add(small, { text: size, r: inner, t: 208 * DEG, height: ringed, spread: 0.14, room: 50 * DEG })
    add(small, {
      text: built,
      r: inner,
      t: 150 * DEG,
      height: low * 0.9,
      spread: 0.2,
      room: 50 * DEG,
    })
    add(small, {
      text: drawableText(appearance.season),
      r: inner,
      t: -28 * DEG,
      height: low * 0.9,
      spread: 0.2,
      room: 50 * DEG,
    })
  }
  drawRaised(sheet, camera, shape, big, appearance.rwl ? 'white' : 'big')
  drawRaised(sheet, camera, shape, small, 'small')
}

/** Draws the close-up: DOT and, in a frame, week and year; without a known date, only DOT. */
function drawDot(sheet: Sheet, camera: Camera, shape: TireShape, appearance: TireAppearance): void {
  const path = newPath()
  const { rim, height } = shape
  const date = appearance.dot ?? ''
  const across = camera.side / camera.zoom
  const tall = Math.min(
    height * 0.15,
    (0.74 * across) / (textWidth('DOT', 1, 0.12) + textWidth(date, 1, 0.12) + 1.6),
  )
  const gap = tall * 1.6
  const [wordWide, dateWide] = [textWidth('DOT', tall, 0.12), textWidth(date, tall, 0.12)]
  const whole = wordWide + (date === '' ? 0 : gap + dateWide)
  const r = rim + height * 0.56
  const line = { r, height: tall, spread: 0.12, room: 9 }
  // In the lower half of the sidewall angles increase to the right.
  const at = (x: number) => -90 * DEG + x / r
  addLine(path, camera, shape, { ...line, text: 'DOT', t: at(-whole / 2 + wordWide / 2) })
  if (date !== '') {
    const middle = whole / 2 - dateWide / 2
    const dated = { ...line, text: date, t: at(middle) }
    addLine(path, camera, shape, dated)
    addFrame(path, camera, shape, dated, -dateWide / 2, dateWide / 2)
  }
  const small = newPath()
  const low = tall * 0.5
  const size = drawableText(sidewallSize(appearance))
  addLine(small, camera, shape, {
    text: size,
    r: rim + height * 0.34,
    t: -90 * DEG,
    height: low,
    spread: 0.16,
    room: 2,
  })
  drawRaised(sheet, camera, shape, path, 'big')
  drawRaised(sheet, camera, shape, small, 'small')
}

/** Draws raised letters: dark edges away from the light, bright edges toward it, a slightly brighter face. */
function drawRaised(
  sheet: Sheet,
  camera: Camera,
  shape: TireShape,
  path: Path,
  kind: 'big' | 'small' | 'white',
): void {
  const lift = camera.unit * (kind === 'small' ? 0.8 : 1.3)
  if (kind === 'white') {
    fillLayers(sheet, path, [
      [lift * 1.1, lift * 1.4, '#08090a'],
      [0, 0, WHITE],
    ])
    return
  }
  const lit = (pale: number, gloss: number) =>
    circumferenceGradient(sheet, camera, shape, { pale, gloss, open: 1 }, { along: 1, out: 0.16 })
  const face = lit(138, 60)
  if (!camera.fine && kind === 'small') {
    fill(sheet, path, face)
    return
  }
  fillLayers(sheet, path, [
    [lift, lift * 1.3, '#050606'],
    [-lift * 0.6, -lift * 0.85, lit(230, 120)],
    [0, 0, face],
  ])
}
