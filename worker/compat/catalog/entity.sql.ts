/** Reads the entities that are searched in memory; their number is limited. */
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { taxRate, taxRule } from '../../../schema/cart/totals/tax.table.ts'
import {
  attribute,
  attributeOption,
  smartFilter,
} from '../../../schema/catalog/attributes/attribute.table.ts'
import { landing, landingRoute } from '../../../schema/catalog/landing/landing.table.ts'
import { cmsBlock, cmsHierarchy, cmsPage } from '../../../schema/content/pages/cms.table.ts'
import { review } from '../../../schema/content/reviews/review.table.ts'
import { region } from '../../../schema/identity/location/region.table.ts'
import { zipCode } from '../../../schema/identity/location/zip.table.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { rateOn } from '../../cart/totals/tax.sql.ts'
import { categoryStatement } from '../../catalog/landing/category.sql.ts'
import { connect, inList, outerColumn } from '../../platform/drizzle.sql.ts'

/** Largest numbers of rows: CMS pages and blocks (G10), landings and options of the largest shop. */
const CAPS = { cms: 500, landings: 20_000, options: 10_000 } as const

/** Reads the attributes and their options. */
export async function readAttributes(db: D1Database) {
  const [attributes, options] = await connect(db).batch(attributeStatements(connect(db)))
  return { attributes, options }
}

type Client = ReturnType<typeof connect>

function attributeStatements(client: Client) {
  return [
    client.select().from(attribute).orderBy(asc(attribute.position), asc(attribute.attributeId)),
    client
      .select()
      .from(attributeOption)
      .orderBy(asc(attributeOption.attributeId), asc(attributeOption.position), asc(attributeOption.optionId))
      .limit(CAPS.options),
  ] as const
}

/**
 * Reads what the documents of all products share, with the version of the catalog that it belongs to: a batch
 * is one transaction.
 */
export async function readCatalogFacts(db: D1Database) {
  const client = connect(db)
  const [settings, categories, smart, attributes, options] = await client.batch([
    client.select().from(config).where(eq(config.path, 'catalog/version')),
    categoryStatement(client),
    smartFilterStatement(client),
    ...attributeStatements(client),
  ])
  return { version: settings[0]?.value ?? '0', categories, smart, attributes, options }
}

/** Reads active pages; drafts are not published. */
export function readCmsPages(db: D1Database) {
  return connect(db)
    .select()
    .from(cmsPage)
    .where(eq(cmsPage.isActive, true))
    .orderBy(asc(cmsPage.id))
    .limit(CAPS.cms)
}

export function readCmsBlocks(db: D1Database) {
  return connect(db)
    .select()
    .from(cmsBlock)
    .where(eq(cmsBlock.isActive, true))
    .orderBy(asc(cmsBlock.id))
    .limit(CAPS.cms)
}

export function readCmsHierarchy(db: D1Database) {
  return connect(db)
    .select()
    .from(cmsHierarchy)
    .orderBy(asc(cmsHierarchy.position), asc(cmsHierarchy.id))
    .limit(CAPS.cms)
}

export function readLandingRows(db: D1Database) {
  return connect(db)
    .select()
    .from(landing)
    .orderBy(asc(landing.level), asc(landing.position), asc(landing.id))
    .limit(CAPS.landings)
}

export function readLandingRoutes(db: D1Database) {
  return connect(db).select().from(landingRoute).orderBy(asc(landingRoute.routeId))
}

export function readSmartFilters(db: D1Database) {
  return smartFilterStatement(connect(db))
}

function smartFilterStatement(client: Client) {
  return client.select().from(smartFilter).orderBy(asc(smartFilter.position), asc(smartFilter.filterId))
}

export async function readTaxRules(db: D1Database) {
  const client = connect(db)
  const [rules, rates] = await client.batch([
    client.select().from(taxRule).orderBy(asc(taxRule.priority), asc(taxRule.id)),
    client
      .select({
        id: taxRate.id,
        ruleId: taxRate.ruleId,
        code: taxRate.code,
        countryId: taxRate.countryId,
        regionId: taxRate.regionId,
        zipFrom: taxRate.zipFrom,
        zipTo: taxRate.zipTo,
        rate: rateOn(shopDay(Date.now())),
        regionName: region.name,
      })
      .from(taxRate)
      .leftJoin(region, eq(region.regionId, taxRate.regionId))
      // Clients know no ZIP codes, and a shop may have 40,000 local rates.
      .where(isNull(taxRate.zipFrom))
      .orderBy(asc(taxRate.id)),
  ])
  return { rules, rates }
}

/** Selects reviews of these products, of any product, or of the shop itself. */
type ReviewKey = { productIds: readonly number[] } | 'products' | 'shop'

/** Reads approved reviews, newest first, with only the author's nickname. */
export function readReviews(db: D1Database, key: ReviewKey, limit: number) {
  const about =
    key === 'shop'
      ? isNull(review.productId)
      : key === 'products'
        ? isNotNull(review.productId)
        : inArray(review.productId, inList(key.productIds))
  return connect(db)
    .select({
      id: review.id,
      productId: review.productId,
      title: review.title,
      text: review.text,
      // Reviews without stars are not shown.
      rating: sql<number>`${review.rating}`,
      reviewerName: review.reviewerName,
      reviewerPhoto: review.reviewerPhoto,
      createdAt: review.createdAt,
    })
    .from(review)
    .where(and(eq(review.isApproved, true), about))
    .orderBy(desc(review.createdAt), desc(review.id))
    .limit(limit)
}

/** Reads the ZIP codes that begin with these digits, ascending (G1). */
export function readZips(db: D1Database, digits: string, limit: number) {
  return connect(db)
    .select({
      zip: zipCode.zip,
      city: zipCode.city,
      state: zipCode.state,
      county: zipCode.county,
      latitude: zipCode.latitude,
      longitude: zipCode.longitude,
      regionId: sql<
        number | null
      >`(select min(region_id) from region where code = ${outerColumn(zipCode.state)})`,
      region: sql<
        string | null
      >`(select name from region where code = ${outerColumn(zipCode.state)} order by region_id limit 1)`,
    })
    .from(zipCode)
    .where(and(gte(zipCode.zip, digits), lt(zipCode.zip, `${digits}:`)))
    .orderBy(asc(zipCode.zip))
    .limit(limit)
}
