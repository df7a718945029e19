/** Draws a tire as a self-contained SVG; the same input yields the same text on every machine. */
import {
  type PictureWidth,
  pictureAlt,
  type TireAppearance,
  type View,
} from '../../../../schema/catalog/product/tire-appearance.ts'
import { drawGroundShadow } from './ground.ts'
import { drawLettering } from './inscriptions.ts'
import { TREAD_PATTERNS } from './patterns.ts'
import { newSheet, type Sheet } from './sheet.ts'
import { drawBlockEnds, drawFlanks, drawFloor, drawShoulderVeil } from './shoulder.ts'
import { drawInside, drawMouldLines, drawSidewall } from './sidewall.ts'
import { tireShape } from './tire-shape.ts'
import { drawTread } from './tread.ts'
import { createCamera } from './views.ts'

/** Returns the picture as SVG, transparent around the tire. */
export function drawTire(appearance: TireAppearance, view: View, width: PictureWidth): string {
  const shape = tireShape(appearance)
  const pattern = TREAD_PATTERNS[appearance.pattern]
  const camera = createCamera(view, width, shape)
  const sheet = newSheet(camera.fine ? 0.8 : 4)
  if (view === 'tread') {
    drawFlanks(sheet, camera, shape)
    drawFloor(sheet, camera, shape, pattern.lug)
    drawBlockEnds(sheet, camera, shape, pattern)
    drawTread(sheet, camera, shape, pattern)
    drawShoulderVeil(sheet, camera, shape)
  } else {
    if (view !== 'dot') drawGroundShadow(sheet, camera, shape)
    if (camera.sin > 0) {
      drawFloor(sheet, camera, shape, pattern.lug)
      drawTread(sheet, camera, shape, pattern)
    }
    drawInside(sheet, camera, shape)
    drawSidewall(sheet, camera, shape, pattern.lug)
    drawBlockEnds(sheet, camera, shape, pattern)
    drawMouldLines(sheet, camera, shape, pattern.lug)
    drawLettering(sheet, camera, shape, appearance, view)
  }
  return svg(sheet, camera.side, width, pictureAlt(appearance, view))
}

function svg(sheet: Sheet, side: number, width: number, title: string): string {
  const text = title.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${side} ${side}">` +
    `<title>${text}</title><defs>${sheet.defs.join('')}</defs>${sheet.elements.join('')}</svg>`
  )
}
