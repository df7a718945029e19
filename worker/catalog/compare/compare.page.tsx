/** GET /compare/?sku=…: the comparison of these tires, rendered per request; not cached and not indexed. */
import { Hono } from 'hono'
import { parseCompared } from '../../../schema/catalog/compare/compare.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { findOffer } from '../product/product.sql.ts'
import { isTireOffer } from './compare-rows.ts'
import { ComparePage } from './compare-view.tsx'

export const comparePages = new Hono<AppEnv>().get(paths.compare, async (c) => {
  c.header('Cache-Control', 'private, no-store')
  const { skus, surplus } = parseCompared(c.req.queries('sku') ?? [])
  const found = await Promise.all(skus.map((sku) => findOffer(c.env.DB, sku)))
  // Two variants of one product are shown as one tire.
  const bySku = new Map(
    found.flatMap((offer) => (isTireOffer(offer) ? [[offer.product.sku, offer] as const] : [])),
  )
  return contentPage(c, {
    title: 'Compare tires',
    description: 'Up to four tires side by side: price, tread, age, load and what each 32nd of tread costs.',
    canonical: null,
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: 'Compare' }],
    kind: 'compare',
    body: (
      <ComparePage
        offers={[...bySku.values()]}
        unknown={skus.filter((_, index) => !isTireOffer(found[index]))}
        surplus={surplus}
        now={Date.now()}
      />
    ),
  })
})
