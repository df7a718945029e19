/** The shop's logo as the icon of its pages and of the installed app, in all sizes. */
import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { rasterize } from '../images/raster.ts'

const LOGO = 'M7 5h18l-1 5h-6l-3 12h-6l3-12H6zM5 25h5l-1 4H4zm8 0h5l-1 4h-5zm8 0h5l-1 4h-5z'

/** Draws the logo, 32 units wide, with a margin in these units; systems crop a maskable icon. */
function drawIcon(margin: number): string {
  const side = 32 + 2 * margin
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${side} ${side}"><title>Treadline</title><rect x="${-margin}" y="${-margin}" width="${side}" height="${side}" fill="#f6f5f0"/><path d="${LOGO}" fill="#16181a"/></svg>`
}

const SIZES: Readonly<Record<string, { width: number; margin: number }>> = {
  '180.png': { width: 180, margin: 2 },
  '192.png': { width: 192, margin: 0 },
  '512.png': { width: 512, margin: 0 },
  // Systems always show the middle four fifths.
  'maskable-512.png': { width: 512, margin: 8 },
}
const HEADERS = { 'cache-control': 'public, max-age=86400' }

/** Icons as PNG, painted once per isolate. */
const painted = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

export const icons = new Hono<AppEnv>()

icons.get('/icon.svg', (c) => c.body(drawIcon(0), 200, { ...HEADERS, 'content-type': 'image/svg+xml' }))

icons.get('/icons/:file', async (c) => {
  const file = c.req.param('file')
  const size = Object.hasOwn(SIZES, file) ? SIZES[file] : undefined
  if (!size) return c.text('We couldn’t find this icon.', 404)
  const work = painted.get(file) ?? rasterize(drawIcon(size.margin), size.width)
  painted.set(file, work)
  return c.body(await work, 200, { ...HEADERS, 'content-type': 'image/png' })
})
