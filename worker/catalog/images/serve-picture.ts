/**
 * Serves drawn pictures. A picture is drawn at its first request, cached in the isolate's memory and stored
 * in the bucket without expiry, so that an imported catalog has its pictures at once and no unused picture is
 * drawn.
 */
import { LRUCache } from 'lru-cache'
import { parsePictureName } from '../../../schema/catalog/product/tire-appearance.ts'
import { etagMatches } from '../../platform/http/etag.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { drawTire } from './drawing/draw.ts'
import { readPictureHref } from './picture-address.ts'

export interface PictureDeps {
  /** Without a bucket every isolate draws its own pictures. */
  readonly bucket?: Pick<R2Bucket, 'get' | 'put'> | undefined
  waitUntil(work: Promise<unknown>): void
}

const MEMORY_BYTES = 6_000_000
const memory = new LRUCache<string, string>({ maxSize: MEMORY_BYTES, sizeCalculation: (svg) => svg.length })

/** Responds with the picture at an address; `null` when the shop has not signed the address. */
export async function servePicture(request: Request, deps: PictureDeps): Promise<Response | null> {
  const path = new URL(request.url).pathname
  const signed = readPictureHref(path)
  if (!signed) return null
  const { name, signature } = signed
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const svg = await pictureAt(path, name, deps)
  if (svg === null) return null
  const headers = pictureHeaders(`"${signature}"`)
  if (etagMatches(request.headers.get('if-none-match'), `"${signature}"`))
    return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : svg, { headers })
}

async function pictureAt(path: string, name: string, deps: PictureDeps): Promise<string | null> {
  const known = memory.get(path)
  if (known !== undefined) return known
  const key = path.slice(1)
  // The code can no longer draw pictures of an older version, but cached pages may still link to them.
  const stored = await deps.bucket?.get(key).catch(logFailure)
  if (stored) return remember(path, await stored.text())
  const picture = parsePictureName(name)
  if (!picture) return null
  const svg = drawTire(picture.look, picture.view, picture.width)
  if (deps.bucket) {
    const put = deps.bucket.put(key, svg, { httpMetadata: { contentType: 'image/svg+xml' } })
    // After a failure the next request draws the picture again.
    deps.waitUntil(put.catch(logFailure))
  }
  return remember(path, svg)
}

/** Logs a failure of the bucket; the picture is then drawn without it. */
function logFailure(error: unknown): null {
  console.error('The bucket of pictures does not answer', describeError(error))
  return null
}

function remember(path: string, svg: string): string {
  memory.set(path, svg)
  return svg
}

function pictureHeaders(etag: string): Headers {
  return new Headers({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  })
}
