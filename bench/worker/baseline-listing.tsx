/**
 * Pages by React alone: the shop's own components and document, bundled a second time with stand-ins for cached
 * pieces and islands (bench/bundle.ts), and streamed by `renderToReadableStream`.
 */
import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { type ListingProps, ListingView } from '../../worker/catalog/listing/listing-view.tsx'
import { PageDocument } from '../../worker/layout/document.tsx'
import type { ClientAssets } from '../../worker/platform/http/client-assets.ts'
import type { ContentPage } from '../../worker/platform/page/content-page.ts'
import { ProductPage, type ProductPageProps } from '../../worker/storefront/product-view.tsx'

type PageHead = Omit<ContentPage, 'body'>
interface Site {
  assets: ClientAssets
  siteUrl: string
}

export function plainListing(page: PageHead, listing: ListingProps, site: Site): Promise<Response> {
  return renderPlain({ ...page, body: <ListingView {...listing} /> }, site)
}

export function plainProduct(page: PageHead, product: ProductPageProps, site: Site): Promise<Response> {
  return renderPlain({ ...page, body: <ProductPage {...product} /> }, site)
}

async function renderPlain(page: PageHead & { body: ReactNode }, site: Site): Promise<Response> {
  const stream = await renderToReadableStream(<PageDocument page={page} {...site} />)
  return new Response(stream, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
