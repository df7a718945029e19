/**
 * The listing by React alone: the shop's own components and document, bundled a second time with stand-ins
 * for cached pieces and islands (bench/bundle.ts), and streamed by `renderToReadableStream`.
 */
import { renderToReadableStream } from 'react-dom/server.edge'
import { type ListingProps, ListingView } from '../../worker/catalog/listing/listing-view.tsx'
import { PageDocument } from '../../worker/layout/document.tsx'
import type { ClientAssets } from '../../worker/platform/http/client-assets.ts'
import type { ContentPage } from '../../worker/platform/page/content-page.ts'

export async function plainListing(
  page: Omit<ContentPage, 'body'>,
  listing: ListingProps,
  site: { assets: ClientAssets; siteUrl: string },
): Promise<Response> {
  const whole = { ...page, body: <ListingView {...listing} /> }
  const stream = await renderToReadableStream(<PageDocument page={whole} {...site} />)
  return new Response(stream, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
