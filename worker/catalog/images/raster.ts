/** Drawings as PNG, for readers that take no SVG: social networks and shopping feeds. */
import { encodePng } from './png.ts'

type Renderer = typeof import('@resvg/resvg-wasm')

/** Pixels that are painted at a time, at most 25 ms of a tire: whatever else the isolate has to do gets its turn in between. */
const STRIP_PIXELS = 12_000

let renderer: Promise<Renderer> | null = null

/** Loads the renderer: two megabytes that only the isolate which paints needs. */
async function loadRenderer(): Promise<Renderer> {
  const [loaded, { default: binary }] = await Promise.all([
    import('@resvg/resvg-wasm'),
    import('@resvg/resvg-wasm/index_bg.wasm'),
  ])
  await loaded.initWasm(binary)
  return loaded
}

/** Paints a square drawing on white, `width` pixels wide. A second of processor time for a large one: not in a request. */
export async function rasterize(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
  // Instantiating waits for no request's I/O, so it may be shared between requests.
  renderer ??= loadRenderer()
  return encodePng(width, width, strips(await renderer, svg, width))
}

/** Rows of the picture from the top, each strip a drawing of its own through a low and wide window. */
async function* strips({ Resvg }: Renderer, svg: string, width: number): AsyncGenerator<Uint8Array> {
  const [root = '', viewBox = ''] = /^<svg[^>]* viewBox="([^"]*)"[^>]*>/.exec(svg) ?? []
  const [left = 0, top = 0, side = 0] = viewBox.split(' ').map(Number)
  // An element's own opacity is painted on a layer, which the renderer cannot make for what lies outside of the window.
  const marks = svg
    .slice(root.length)
    .replace(/ opacity="([^"]*)"/g, ' fill-opacity="$1" stroke-opacity="$1"')
  const max = Math.ceil(STRIP_PIXELS / width)
  for (let row = 0; row < width; row += max) {
    const rows = Math.min(max, width - row)
    const view = `${left} ${top + (row * side) / width} ${side} ${(rows * side) / width}`
    const strip = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${marks}`
    yield pixels(
      new Resvg(strip, { fitTo: { mode: 'width', value: width }, background: '#fff' }),
      width,
      rows,
    )
    await new Promise((next) => setTimeout(next, 0))
  }
}

/** RGBA of a drawing, `rows` of them. */
function pixels(drawing: InstanceType<Renderer['Resvg']>, width: number, rows: number): Uint8Array {
  const picture = drawing.render()
  try {
    return picture.pixels.slice(0, rows * width * 4)
  } finally {
    // Memory of the module is not the collector's to free.
    picture.free()
    drawing.free()
  }
}
