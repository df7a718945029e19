/**
 * Signed addresses of drawn pictures. The signature is an HMAC, so that the shop draws and stores only
 * pictures of its own pages and rejects invented addresses before any work.
 */
import { env } from 'cloudflare:workers'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type PictureHref, pictureName } from '../../../schema/catalog/product/tire-appearance.ts'

const PATH = /^\/pictures\/([\w.~-]{1,240})\.([0-9a-f]{16})\.svg$/

/**
 * Returns the signature of a picture's name. Reads the secret from the runtime, so that no component has to
 * pass it.
 */
function sign(name: string): string {
  const { CART_SECRET } = env as { CART_SECRET?: string }
  return createHmac('sha256', CART_SECRET ?? '')
    .update(`picture:${name}`)
    .digest('hex')
    .slice(0, 16)
}

export const pictureHref: PictureHref = (appearance, view, width) =>
  signedHref(pictureName(appearance, view, width))

/** Returns the signed address of a picture. */
export function signedHref(name: string): string {
  return `/pictures/${name}.${sign(name)}.svg`
}

/** Returns a picture's name and signature; `null` for a path that this shop has not signed. */
export function readPictureHref(path: string): { name: string; signature: string } | null {
  const [, name, signature] = PATH.exec(path) ?? []
  if (name === undefined || signature === undefined) return null
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(name))) ? { name, signature } : null
}
