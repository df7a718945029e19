/** POST /api/url/map and its shorter name /api/url (C11): resolves a path to its document, as a bare hit. */
import { type Context, Hono } from 'hono'
import { isViewable } from '../../schema/catalog/product/product.ts'
import { carInfo } from '../../schema/compat/catalog/car-document.api.ts'
import { type WireProduct, wireProduct } from '../../schema/compat/catalog/compat-product.api.ts'
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
import { readCatalogProducts } from './catalog/catalog-product.sql.ts'
import { categoriesWithCounts } from './catalog/category-documents.ts'
import { wholeEntity } from './catalog/entity-documents.ts'
import { productContext, productDocuments } from './catalog/product-documents.ts'
import { findUrl, type UrlTarget } from './url-map.sql.ts'

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
  const asked = parseUrlMapRequest(body)
  if (!asked.ok) return reply(c, asked.message === MISSING_URL ? 500 : 400, asked.message)
  const found = asked.value.url === '' ? null : await resolve(c, asked.value)
  c.header('Cache-Control', 'no-cache, no-store')
  if (!found) return c.json(null)
  if (found.type === 'product' && asked.value.options.populateRequestCacheTags) {
    c.header('X-VS-Cache-Tags', `P${found.document.id}`)
  }
  return c.json(urlHit(found.type, found.document, createSourceFilter(asked.value.source)(found.document)))
}

async function resolve(c: Context<AppEnv>, asked: UrlMapRequest): Promise<Found | null> {
  const context = await getListingContext(c)
  // The shop's own address of a product, which contains its sku.
  const [, sku, child] = /^p\/([^/]{1,64})\/[^/]+(?:\/([^/]{1,64}))?$/.exec(asked.url) ?? []
  if (sku) return product(c, context, { ...asked, sku: child ?? asked.sku }, sku)
  const target = await findUrl(c.env.DB, asked.url)
  if (target?.type === 'redirect') {
    const there = await findUrl(c.env.DB, target.location.replace(/[?#].*$/s, '').replace(/^\/+|\/+$/g, ''))
    return there && there.type !== 'redirect' ? open(c, context, asked, there) : null
  }
  return target ? open(c, context, asked, target) : madeLanding(context, asked.url)
}

async function open(
  c: Context<AppEnv>,
  context: ListingContext,
  asked: UrlMapRequest,
  target: Exclude<UrlTarget, { type: 'redirect' }>,
): Promise<Found | null> {
  if (target.type === 'product') {
    return product(c, context, { ...asked, sku: target.childSku ?? asked.sku }, target.sku)
  }
  const wanted = {
    category: () => (target.type === 'category' ? ['url_key', target.urlKey] : []),
    cms_page: () => (target.type === 'cms_page' ? ['identifier', target.identifier] : []),
    landing: () => (target.type === 'landing' ? ['url_path', target.urlPath] : []),
  }[target.type]()
  const [field = '', value] = wanted
  const { catalog } = context
  const documents =
    target.type === 'category'
      ? await categoriesWithCounts(c.env.DB, catalog, Date.now())
      : await wholeEntity(c.env.DB, target.type, catalog.version, Date.now())
  const document = documents.find((one) => one[field] === value)
  return document ? { type: target.type, document } : null
}

/** Resolves a landing without a row by its address, such as a size of one brand. */
async function madeLanding(context: ListingContext, url: string): Promise<Found | null> {
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

async function product(
  c: Context<AppEnv>,
  { catalog }: ListingContext,
  { sku: wanted, options }: UrlMapRequest,
  sku: string,
): Promise<Found | null> {
  const now = Date.now()
  const { DB } = c.env
  const [entry] = await readCatalogProducts(DB, { by: 'sku', values: [sku] })
  if (!entry || !isViewable(entry.product)) return null
  const context = await productContext(DB, catalog, now)
  const document = configureProduct(wireProduct(entry, context), entry, options, wanted, now)
  if (!options.prefetchGroupProducts) return { type: 'product', document }
  const skus = [
    ...entry.links.filter(({ linkType }) => linkType === 'associated').map(({ linkedSku }) => linkedSku),
    ...entry.bundle.flatMap(({ links }) => links.map((link) => link.sku)),
  ]
  const parts = await productDocuments(DB, { by: 'sku', values: [...new Set(skus)] }, context)
  return { type: 'product', document: withParts(document, new Map(parts.map((part) => [part.sku, part]))) }
}

/** Adds the documents of the parts of bundles and groups, where clients read them. */
function withParts(document: WireProduct, parts: ReadonlyMap<string, WireProduct>): WireProduct {
  if (parts.size === 0) return document
  return {
    ...document,
    product_links: document.product_links.map((link) => ({
      ...link,
      ...(parts.has(link.linked_product_sku) ? { product: parts.get(link.linked_product_sku) } : {}),
    })),
    bundle_options: document.bundle_options.map((option) => ({
      ...option,
      product_links: option.product_links.map((link) => ({
        ...link,
        ...(parts.has(link.sku) ? { product: parts.get(link.sku) } : {}),
      })),
    })),
  }
}
