/** POST /api/url/map, also as /api/url (C11): resolves a path to its document, without an envelope. */
import { type Context, Hono } from 'hono'
import { isViewable } from '../../schema/catalog/product/product.ts'
import { carInfo } from '../../schema/compat/catalog/car-document.api.ts'
import { type ProductDocument, toProductDocument } from '../../schema/compat/catalog/compat-product.api.ts'
import { configureProduct } from '../../schema/compat/catalog/configure-product.api.ts'
import type { Document } from '../../schema/compat/catalog/search-match.ts'
import { createSourceFilter } from '../../schema/compat/catalog/source-filter.api.ts'
import {
  MISSING_URL,
  parseUrlMapRequest,
  type UrlHitType,
  type UrlMapRequest,
  urlHit,
} from '../../schema/compat/url-map.api.ts'
import { resolveLandingPath } from '../catalog/landing/landing-path.ts'
import { getListingContext, type ListingContext } from '../catalog/landing/listing-context.ts'
import type { AppEnv } from '../env.ts'
import { jsonBody, limitBody } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { categoriesWithCounts } from './catalog/category-documents.ts'
import { readCatalogProducts } from './catalog/documents/catalog-product.sql.ts'
import { documentsOfKey, parseDocument } from './catalog/documents/product-documents.ts'
import { openProducts } from './catalog/documents/product-source.ts'
import { readEntity } from './catalog/entity-documents.ts'
import { findUrlTarget, type UrlTarget } from './url-map.sql.ts'

export const urlApi = new Hono<AppEnv>()

urlApi.use(limitBody())

for (const path of ['/', '/map']) {
  urlApi.post(path, async (c) => answer(c, await jsonBody(c)))
  urlApi.get(path, (c) => answer(c, { url: c.req.query('url') }))
}

interface Found {
  type: UrlHitType
  document: Document
}

async function answer(c: Context<AppEnv>, body: unknown): Promise<Response> {
  const parsed = parseUrlMapRequest(body)
  if (!parsed.ok) return reply(c, parsed.message === MISSING_URL ? 500 : 400, parsed.message)
  const { url, options, source } = parsed.value
  const found = url === '' ? null : await resolve(c, parsed.value)
  c.header('Cache-Control', 'no-cache, no-store')
  if (!found) return c.json(null)
  if (found.type === 'product' && options.populateRequestCacheTags) {
    c.header('X-VS-Cache-Tags', `P${found.document.id}`)
  }
  return c.json(urlHit(found.type, found.document, createSourceFilter(source)(found.document)))
}

async function resolve(c: Context<AppEnv>, request: UrlMapRequest): Promise<Found | null> {
  const context = await getListingContext(c)
  // The address of a product page contains the sku.
  const [, sku, childSku] = /^p\/([^/]{1,64})\/[^/]+(?:\/([^/]{1,64}))?$/.exec(request.url) ?? []
  if (sku) return findProduct(c, { ...request, sku: childSku ?? request.sku }, sku)
  const target = await findUrlTarget(c.env.DB, request.url)
  if (target?.type === 'redirect') {
    const next = await findUrlTarget(
      c.env.DB,
      target.location.replace(/[?#].*$/s, '').replace(/^\/+|\/+$/g, ''),
    )
    return next && next.type !== 'redirect' ? findDocument(c, context, request, next) : null
  }
  return target ? findDocument(c, context, request, target) : generatedLanding(context, request.url)
}

/** Finds the document of a mapped path. */
async function findDocument(
  c: Context<AppEnv>,
  context: ListingContext,
  request: UrlMapRequest,
  target: Exclude<UrlTarget, { type: 'redirect' }>,
): Promise<Found | null> {
  if (target.type === 'product') {
    return findProduct(c, { ...request, sku: target.childSku ?? request.sku }, target.sku)
  }
  const [field, value] =
    target.type === 'category'
      ? ['url_key', target.urlKey]
      : target.type === 'cms_page'
        ? ['identifier', target.identifier]
        : ['url_path', target.urlPath]
  const { catalog } = context
  const documents =
    target.type === 'category'
      ? await categoriesWithCounts(c.env.DB, catalog, Date.now())
      : await readEntity(c.env.DB, target.type, catalog.version, Date.now())
  const document = documents.find((row) => row[field] === value)
  return document ? { type: target.type, document } : null
}

/** Builds the document of a landing that has no row, such as a size of one brand, from its address. */
async function generatedLanding(context: ListingContext, url: string): Promise<Found | null> {
  const result = await resolveLandingPath(`/${url}`, context)
  if (result.kind !== 'landing') return null
  const { landing } = result
  return {
    type: 'landing',
    document: {
      id: landing.path,
      url_path: landing.path.replace(/^\/+|\/+$/g, ''),
      slug: landing.path.split('/').findLast(Boolean) ?? '',
      name: landing.heading,
      route_id: null,
      parent_id: null,
      level: landing.page?.level ?? null,
      position: 0,
      settings: landing.page?.texts ?? {},
      filters: landing.base,
      children_data: [],
      car_info: carInfo(context.cars.lines, landing.path),
      hide_landing_page: false,
    },
  }
}

/** Builds the document of a product with the options of the request. */
async function findProduct(
  c: Context<AppEnv>,
  { sku: variantSku, options }: UrlMapRequest,
  sku: string,
): Promise<Found | null> {
  const now = Date.now()
  const [entry] = await readCatalogProducts(c.env.DB, { by: 'sku', values: [sku] })
  if (!entry || !isViewable(entry.product)) return null
  const products = await openProducts(c, now)
  const document = configureProduct(
    toProductDocument(entry, products.context),
    entry,
    options,
    variantSku,
    now,
  )
  if (!options.prefetchGroupProducts) return { type: 'product', document }
  const skus = [
    ...entry.links.filter(({ linkType }) => linkType === 'associated').map(({ linkedSku }) => linkedSku),
    ...entry.bundle.flatMap(({ links }) => links.map((link) => link.sku)),
  ]
  const parts = (await documentsOfKey(products, { by: 'sku', values: [...new Set(skus)] })).map(parseDocument)
  return { type: 'product', document: withParts(document, new Map(parts.map((part) => [part.sku, part]))) }
}

/** Adds the documents of the parts of bundles and groups to their links. */
function withParts(document: ProductDocument, parts: ReadonlyMap<string, ProductDocument>): ProductDocument {
  if (parts.size === 0) return document
  const withPart = <Link extends object>(link: Link, sku: string) =>
    parts.has(sku) ? { ...link, product: parts.get(sku) } : link
  return {
    ...document,
    product_links: document.product_links.map((link) => withPart(link, link.linked_product_sku)),
    bundle_options: document.bundle_options.map((option) => ({
      ...option,
      product_links: option.product_links.map((link) => withPart(link, link.sku)),
    })),
  }
}
