/**
 * Answers the addresses of drawn pictures. A picture is drawn when it is first asked for and stored for ever: in the
 * isolate's memory, then in the bucket. An imported catalog has its pictures at once, and none is made for nothing.
 */
import { LRUCache } from 'lru-cache'
import { parsePictureName } from '../../../schema/catalog/product/tire-appearance.ts'
import { etagMatches } from '../../platform/http/etag.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { readPictureHref } from './address.ts'
import { drawTire } from './drawing/draw.ts'

export interface PictureDeps {
  /** Without a bucket every isolate draws for itself. */
  readonly bucket?: Pick<R2Bucket, 'get' | 'put'> | undefined
  waitUntil(work: Promise<unknown>): void
}

const MEMORY_BYTES = 6_000_000
const memory = new LRUCache<string, string>({ maxSize: MEMORY_BYTES, sizeCalculation: (svg) => svg.length })

/** The picture at this address; null when the address is none of ours. */
export async function servePicture(request: Request, deps: PictureDeps): Promise<Response | null> {
  const path = new URL(request.url).pathname
  const signed = readPictureHref(path)
  if (!signed) return null
  const { name, mark } = signed
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const svg = await pictureAt(path, name, deps)
  if (svg === null) return null
  const headers = headersOf(`"${mark}"`)
  if (etagMatches(request.headers.get('if-none-match'), `"${mark}"`))
    return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : svg, { headers })
}

async function pictureAt(path: string, name: string, deps: PictureDeps): Promise<string | null> {
  const known = memory.get(path)
  if (known !== undefined) return known
  const key = path.slice(1)
  // A picture of an older drawing version can no longer be drawn, but pages in caches may still name it.
  const stored = await deps.bucket?.get(key).catch(logFailure)
  if (stored) return remember(path, await stored.text())
  const wanted = parsePictureName(name)
  if (!wanted) return null
  const svg = drawTire(wanted.look, wanted.view, wanted.width)
  if (deps.bucket) {
    const put = deps.bucket.put(key, svg, { httpMetadata: { contentType: 'image/svg+xml' } })
    // A failure costs the shopper nothing: the next request draws again.
    deps.waitUntil(put.catch(logFailure))
  }
  return remember(path, svg)
}

/** The bucket is not there: the picture is drawn all the same. */
function logFailure(error: unknown): null {
  console.error('The bucket of pictures does not answer', describeError(error))
  return null
}

function remember(path: string, svg: string): string {
  memory.set(path, svg)
  return svg
}

function headersOf(etag: string): Headers {
  return new Headers({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  })
}
