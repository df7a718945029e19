/**
 * Addresses of drawn pictures. Their mark is an HMAC, so that only pictures which the shop has shown somewhere are ever
 * drawn and stored: an address that somebody made up is refused before anything is asked.
 */
import { env } from 'cloudflare:workers'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type PictureHref, pictureName } from '../../../schema/catalog/product/tire-appearance.ts'

const PATH = /^\/pictures\/([\w.~-]{1,240})\.([0-9a-f]{16})\.svg$/

/** Deep inside markup that is cached as text, so the secret comes from the runtime and not down through every component. */
function markOf(name: string): string {
  const { CART_SECRET } = env as { CART_SECRET?: string }
  return createHmac('sha256', CART_SECRET ?? '')
    .update(`picture:${name}`)
    .digest('hex')
    .slice(0, 16)
}

export const pictureHref: PictureHref = (look, view, width) => signedHref(pictureName(look, view, width))

export function signedHref(name: string): string {
  return `/pictures/${name}.${markOf(name)}.svg`
}

/** The picture's name and mark; `null` for every path that is not signed by this shop. */
export function readPictureHref(path: string): { name: string; mark: string } | null {
  const [, name, mark] = PATH.exec(path) ?? []
  if (name === undefined || mark === undefined) return null
  return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(name))) ? { name, mark } : null
}
