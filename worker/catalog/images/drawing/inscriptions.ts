/** What is written on the sidewall, and where. */
import {
  sidewallSize,
  type TireAppearance,
  type View,
} from '../../../../schema/catalog/product/tire-appearance.ts'
import type { Camera } from './camera.ts'
import { roundFill } from './fills.ts'
import { addFrame, addLine, type Line, lettersOf, measure } from './lettering.ts'
import { newPath, type Path } from './path.ts'
import { fill, fillAgain, type Sheet } from './sheet.ts'
import type { TireShape } from './tire-shape.ts'

const WHITE = '#efede5'
const DEG = Math.PI / 180

export function drawLettering(
  sheet: Sheet,
  camera: Camera,
  shape: TireShape,
  look: TireAppearance,
  view: View,
): void {
  const big = newPath()
  const small = newPath()
  const add = (path: Path, line: Line) => addLine(path, camera, shape, line)
  const { rim, height } = shape
  const [outer, inner] = [rim + height * 0.605, rim + height * 0.345]
  const brand = lettersOf(look.brand)
  const model = lettersOf(look.model)
  const size = lettersOf(sidewallSize(look))
  const built = look.construction === 'B' || look.construction === 'D' ? 'TUBELESS' : 'RADIAL TUBELESS'
  const tall = Math.min(36, height * 0.25)
  const low = Math.min(11, height * 0.075)
  if (view === 'dot') {
    drawDot(sheet, camera, shape, look)
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
      text: lettersOf(look.season),
      r: inner,
      t: -28 * DEG,
      height: low * 0.9,
      spread: 0.2,
      room: 50 * DEG,
    })
  }
  raise(sheet, camera, shape, big, look.rwl ? 'white' : 'big')
  raise(sheet, camera, shape, small, 'small')
}

/** The close-up: DOT and, in its frame, week and year. Nothing that the record does not know is written. */
function drawDot(sheet: Sheet, camera: Camera, shape: TireShape, look: TireAppearance): void {
  const path = newPath()
  const { rim, height } = shape
  const date = look.dot ?? ''
  const across = camera.side / camera.zoom
  const tall = Math.min(
    height * 0.15,
    (0.74 * across) / (measure('DOT', 1, 0.12) + measure(date, 1, 0.12) + 1.6),
  )
  const gap = tall * 1.6
  const [wordWide, dateWide] = [measure('DOT', tall, 0.12), measure(date, tall, 0.12)]
  const whole = wordWide + (date === '' ? 0 : gap + dateWide)
  const r = rim + height * 0.56
  const line = { r, height: tall, spread: 0.12, room: 9 }
  // Lower half: angles grow to the right.
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
  const size = lettersOf(sidewallSize(look))
  addLine(small, camera, shape, {
    text: size,
    r: rim + height * 0.34,
    t: -90 * DEG,
    height: low,
    spread: 0.16,
    room: 2,
  })
  raise(sheet, camera, shape, path, 'big')
  raise(sheet, camera, shape, small, 'small')
}

/** Raised letters: the edge away from the light dark, the edge towards it pale, the face a little paler than around. */
function raise(
  sheet: Sheet,
  camera: Camera,
  shape: TireShape,
  path: Path,
  kind: 'big' | 'small' | 'white',
): void {
  const lift = camera.unit * (kind === 'small' ? 0.8 : 1.3)
  if (kind === 'white') {
    fillAgain(sheet, path, [
      [lift * 1.1, lift * 1.4, '#08090a'],
      [0, 0, WHITE],
    ])
    return
  }
  const lit = (pale: number, gloss: number) =>
    roundFill(sheet, camera, shape, { pale, gloss, open: 1 }, { along: 1, out: 0.16 })
  const face = lit(138, 60)
  if (!camera.fine && kind === 'small') {
    fill(sheet, path, face)
    return
  }
  fillAgain(sheet, path, [
    [lift, lift * 1.3, '#050606'],
    [-lift * 0.6, -lift * 0.85, lit(230, 120)],
    [0, 0, face],
  ])
}
