/** Drawings as PNG, for readers that take no SVG: social networks and shopping feeds. */
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import resvgModule from '@resvg/resvg-wasm/index_bg.wasm'
import { encodePng } from './png.ts'

/** Pixels that are painted at a time, at most 25 ms of a tire: whatever else the isolate has to do gets its turn in between. */
const STRIP_PIXELS = 12_000

let ready: Promise<void> | null = null

/** Paints a square drawing on white, `width` pixels wide. A second of processor time for a large one: not in a request. */
export async function rasterise(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
  // Instantiating waits for no request's I/O, so it may be shared between requests.
  ready ??= initWasm(resvgModule)
  await ready
  return encodePng(width, width, strips(svg, width))
}

/** Rows of the picture from the top, each strip a drawing of its own through a low and wide window. */
async function* strips(svg: string, width: number): AsyncGenerator<Uint8Array> {
  const [root = '', viewBox = ''] = /^<svg[^>]* viewBox="([^"]*)"[^>]*>/.exec(svg) ?? []
  const [left = 0, top = 0, side = 0] = viewBox.split(' ').map(Number)
  // An element's own opacity is painted on a layer, which the renderer cannot make for what lies outside of the window.
  const marks = svg
    .slice(root.length)
    .replace(/ opacity="([^"]*)"/g, ' fill-opacity="$1" stroke-opacity="$1"')
  const most = Math.ceil(STRIP_PIXELS / width)
  for (let row = 0; row < width; row += most) {
    const rows = Math.min(most, width - row)
    const view = `${left} ${top + (row * side) / width} ${side} ${(rows * side) / width}`
    yield paint(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${marks}`, width, rows)
    await new Promise((next) => setTimeout(next, 0))
  }
}

/** RGBA of a drawing, `rows` of them. */
function paint(svg: string, width: number, rows: number): Uint8Array {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width }, background: '#fff' })
  const picture = drawing.render()
  try {
    return picture.pixels.slice(0, rows * width * 4)
  } finally {
    // Memory of the module is not the collector's to free.
    picture.free()
    drawing.free()
  }
}
