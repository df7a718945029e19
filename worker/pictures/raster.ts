/** Drawings as PNG, for readers that take no SVG: social networks and shopping feeds. */
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import resvgModule from '@resvg/resvg-wasm/index_bg.wasm'

let ready: Promise<void> | null = null

/**
 * Paints a drawing on white, `width` pixels wide. Half a second of processor time for a large one: callers keep what
 * comes out.
 */
export async function rasterise(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
  // Instantiating waits for no request's I/O, so it may be shared between requests.
  ready ??= initWasm(resvgModule)
  await ready
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width }, background: '#fff' })
  const picture = drawing.render()
  try {
    return new Uint8Array(picture.asPng())
  } finally {
    // Memory of the module is not the collector's to free.
    picture.free()
    drawing.free()
  }
}
