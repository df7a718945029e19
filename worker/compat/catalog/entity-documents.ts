/**
 * Reads the documents of every entity except products. Small entities are read completely, once per isolate
 * and version of the catalog; reviews of products and ZIP codes are read by key.
 */

import { sizeFilterDocument } from '../../../schema/compat/catalog/car-document.api.ts'
import type { EntityType } from '../../../schema/compat/catalog/catalog-fields.api.ts'
import {
  attributeDocument,
  categoryDocuments,
  cmsBlockDocument,
  cmsPageDocument,
  configDocuments,
  hierarchyDocuments,
  landingDocuments,
  optionDocument,
  reviewDocument,
  routeDocument,
  smartFilterDocument,
  taxRuleDocuments,
  zipDocument,
} from '../../../schema/compat/catalog/compat-entities.api.ts'
import type { Document } from '../../../schema/compat/catalog/search-match.ts'
import { type ParseResult, parseError } from '../../../schema/compat/catalog/search-query.api.ts'
import {
  requiredValues,
  SEARCH_LIMITS,
  type SearchCondition,
} from '../../../schema/compat/catalog/search-query.ts'
import { readCategories } from '../../catalog/landing/category.sql.ts'
import { readCarLines } from '../../catalog/vehicle/vehicle-fitments.sql.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import {
  readAttributes,
  readCmsBlocks,
  readCmsHierarchy,
  readCmsPages,
  readLandingRoutes,
  readLandingRows,
  readReviews,
  readSmartFilters,
  readTaxRules,
  readZips,
} from './entity.sql.ts'

type WholeType = Exclude<EntityType, 'product' | 'zipcode'>

/** Stores values, not promises: a canceled request would fail other requests that await its promise. */
const cachedDocuments = new Map<
  WholeType,
  { version: string; until: number; documents: readonly Document[] }
>()
/** How long reviews, texts and taxes stay cached: their changes do not change the version of the catalog. */
const CHANGED_MS = 60_000
const CHANGED_TYPES: ReadonlySet<WholeType> = new Set([
  'review',
  'embed_social_review',
  'cms_page',
  'cms_block',
  'taxrule',
])

/** Reads the documents that can match the conditions. */
export async function entityDocuments(
  db: D1Database,
  type: Exclude<EntityType, 'product'>,
  where: readonly SearchCondition[],
  { version, now }: { version: string; now: number },
): Promise<ParseResult<readonly Document[]>> {
  if (type === 'zipcode') return zipDocuments(db, where)
  if (type === 'review') {
    const products = requiredValues(where, 'product_id')?.map(Number).filter(Number.isSafeInteger)
    if (products) {
      const rows = await readReviews(db, { productIds: products }, SEARCH_LIMITS.maxSize)
      return { ok: true, value: rows.map(reviewDocument) }
    }
  }
  return { ok: true, value: await readEntity(db, type, version, now) }
}

/** Returns all documents of a small entity, cached per version of the catalog. */
export async function readEntity(
  db: D1Database,
  type: WholeType,
  version: string,
  now: number,
): Promise<readonly Document[]> {
  const known = cachedDocuments.get(type)
  if (known?.version === version && now < known.until) return known.documents
  const documents = await READERS[type](db)
  const ttl = CHANGED_TYPES.has(type) ? CHANGED_MS : Number.POSITIVE_INFINITY
  cachedDocuments.set(type, { version, until: now + ttl, documents })
  return documents
}

/** Reads all documents of each small entity. */
const READERS: Record<WholeType, (db: D1Database) => Promise<readonly Document[]>> = {
  attribute: async (db) => {
    const { attributes, options } = await readAttributes(db)
    return attributes.map((row) => attributeDocument(row, options))
  },
  attributeoption: async (db) => {
    const { attributes, options } = await readAttributes(db)
    const codes = new Map(attributes.map(({ attributeId, code }) => [attributeId, code]))
    return options.map((row) => optionDocument(row, codes.get(row.attributeId) ?? ''))
  },
  category: async (db) => categoryDocuments((await readCategories(db)).filter(({ isActive }) => isActive)),
  cms_page: async (db) => (await readCmsPages(db)).map(cmsPageDocument),
  cms_block: async (db) => (await readCmsBlocks(db)).map(cmsBlockDocument),
  cms_hierarchy: async (db) => hierarchyDocuments(await readCmsHierarchy(db)),
  config: async (db) => configDocuments(await shopConfig(db), await readLandingRoutes(db)),
  landing: async (db) => landingDocuments(await readLandingRows(db), (await readCarLines(db)).lines),
  size_filter: async (db) => (await readCarLines(db)).lines.map(sizeFilterDocument),
  landing_route: async (db) => (await readLandingRoutes(db)).map(routeDocument),
  landing_marketing_filter: async (db) => (await readSmartFilters(db)).map(smartFilterDocument),
  taxrule: async (db) => {
    const { rules, rates } = await readTaxRules(db)
    return taxRuleDocuments(rules, rates)
  },
  review: async (db) => (await readReviews(db, 'products', SEARCH_LIMITS.maxSize)).map(reviewDocument),
  embed_social_review: async (db) =>
    (await readReviews(db, 'shop', SEARCH_LIMITS.maxSize)).map((row) =>
      reviewDocument({ ...row, productId: null }),
    ),
}

/** Reads ZIP codes by prefix, with any operator (G1). */
async function zipDocuments(
  db: D1Database,
  where: readonly SearchCondition[],
): Promise<ParseResult<readonly Document[]>> {
  const condition = where.find(isZipCondition)
  const prefixes = condition?.kind === 'among' ? condition.values : condition ? [condition.value] : []
  if (!condition || prefixes.length > 10)
    return parseError('ZIP codes are asked by up to ten beginnings of zip_code.')
  const found = new Map<string, Document>()
  for (const prefix of prefixes) {
    const digits = String(prefix).trim().slice(0, 5)
    if (!/^\d{1,5}$/.test(digits)) continue
    for (const row of await readZips(db, digits, SEARCH_LIMITS.maxSize)) found.set(row.zip, zipDocument(row))
  }
  return { ok: true, value: [...found.values()] }
}

/** Names of the ZIP code in documents. */
const ZIP_FIELDS = ['zip_code', 'zip', 'postcode']

type ZipCondition = Extract<SearchCondition, { kind: 'among' | 'prefix' }>

/** Checks whether a condition selects ZIP codes; `entityDocuments` applies such a condition. */
export function isZipCondition(condition: SearchCondition): condition is ZipCondition {
  return (condition.kind === 'among' || condition.kind === 'prefix') && ZIP_FIELDS.includes(condition.field)
}
