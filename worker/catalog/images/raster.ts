/** Converts drawings to PNG for social networks and shopping feeds, which do not support SVG. */
import { encodePng } from './png.ts'

type Renderer = typeof import('@resvg/resvg-wasm')

/** Pixels per strip, at most 25 ms of painting, so that other requests of the isolate run between strips. */
const STRIP_PIXELS = 12_000

let renderer: Promise<Renderer> | null = null

/** Loads the renderer, two megabytes that only an isolate that paints needs. */
async function loadRenderer(): Promise<Renderer> {
  const [loaded, { default: binary }] = await Promise.all([
    import('@resvg/resvg-wasm'),
    import('@resvg/resvg-wasm/index_bg.wasm'),
  ])
  await loaded.initWasm(binary)
  return loaded
}

/**
 * Paints a square drawing on white, `width` pixels wide. A large drawing needs a second of CPU time, so do
 * not call this for a request.
 */
export async function rasterize(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
  // Loading uses no I/O of a request, so requests may share the promise.
  renderer ??= loadRenderer()
  return encodePng(width, width, strips(await renderer, svg, width))
}

/** Yields strips of the picture from the top; each is rendered separately through a flat view box. */
async function* strips({ Resvg }: Renderer, svg: string, width: number): AsyncGenerator<Uint8Array> {
  const [root = '', viewBox = ''] = /^<svg[^>]* viewBox="([^"]*)"[^>]*>/.exec(svg) ?? []
  const [left = 0, top = 0, side = 0] = viewBox.split(' ').map(Number)
  // The renderer paints an element with `opacity` on a layer, and fails for elements outside of the view box.
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

/** Returns the first `rows` rows of a drawing as RGBA. */
function pixels(drawing: InstanceType<Renderer['Resvg']>, width: number, rows: number): Uint8Array {
  const picture = drawing.render()
  try {
    return picture.pixels.slice(0, rows * width * 4)
  } finally {
    // The garbage collector does not free the memory of the WebAssembly module.
    picture.free()
    drawing.free()
  }
}
