/**
 * How a phone shows the cards of lists: rows with small pictures, or two columns (H13i). The choice is a cookie that
 * only changes how a page looks. Cached pages are the same for everyone, so the choice is an attribute that is written
 * into the document while it is sent: the page is right from its first paint, and the cache has one copy.
 */
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { CardsView } from '../../../schema/catalog/listing/listing.ts'

const COOKIE = 'cards'
const TWO_COLUMNS = /(?:^|;\s*)cards=columns(?:;|$)/
/** End of the ETag of a page with the attribute, so that a browser does not take one for the other. */
const ETAG_SUFFIX = '-columns"'
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60

export function setCardsViewCookie(c: Context, view: CardsView): void {
  setCookie(c, COOKIE, view, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: MAX_AGE_SECONDS,
  })
}

/** Checks whether this browser chose two columns. */
export function choseColumns(request: Request): boolean {
  return TWO_COLUMNS.test(request.headers.get('Cookie') ?? '')
}

/** Returns the request as the page cache understands it: with the ETags of pages without the attribute. */
export function withPlainETags(request: Request): Request {
  const known = request.headers.get('If-None-Match')
  if (known === null) return request
  const headers = new Headers(request.headers)
  const plain = known.split(',').flatMap((tag) => {
    const trimmed = tag.trim()
    return trimmed.endsWith(ETAG_SUFFIX) ? [`${trimmed.slice(0, -ETAG_SUFFIX.length)}"`] : []
  })
  if (plain.length > 0) headers.set('If-None-Match', plain.join(', '))
  else headers.delete('If-None-Match')
  return new Request(request, { headers })
}

/** Writes the choice into the document of a response; other responses stay as they are. */
export function withColumns(response: Response): Response {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (!isPage) return response
  const headers = new Headers(response.headers)
  const etag = headers.get('ETag')
  if (etag) headers.set('ETag', etag.replace(/"$/, ETAG_SUFFIX))
  const sent = new Response(response.body, { status: response.status, headers })
  if (!response.body) return sent
  return new HTMLRewriter()
    .on('html', { element: (html) => void html.setAttribute('data-cards', 'columns') })
    .transform(sent)
}
