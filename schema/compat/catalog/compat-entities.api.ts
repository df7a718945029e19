/** Builds the documents of all entities except products. Fields that are not here are not published. */
import type { taxRate, taxRule } from '../../cart/totals/tax.table.ts'
import type { attribute, attributeOption, smartFilter } from '../../catalog/attributes/attribute.table.ts'
import type { Category } from '../../catalog/landing/category.ts'
import type { landing, landingRoute } from '../../catalog/landing/landing.table.ts'
import { formatApiTimestamp } from '../../catalog/price/compat-price.api.ts'
import type { FittedCar } from '../../catalog/vehicle/vehicle.ts'
import type { cmsHierarchy } from '../../content/pages/cms.table.ts'
import { carInfo } from './car-document.api.ts'
import type { AttributeDocument } from './compat-product.api.ts'
import type { Document } from './search-match.ts'

/** The `entity_type_id` of attributes of products. */
const PRODUCT_ENTITY = 4
const STORES = [0, 1]

const INPUTS: Readonly<Record<string, string>> = { Boolean: 'boolean', Range: 'price' }

export function attributeDocument(
  row: typeof attribute.$inferSelect,
  options: readonly (typeof attributeOption.$inferSelect)[],
): AttributeDocument {
  return {
    id: row.attributeId,
    attribute_id: row.attributeId,
    attribute_code: row.code,
    entity_type_id: PRODUCT_ENTITY,
    slug: row.code,
    default_frontend_label: row.label,
    frontend_label: row.label,
    frontend_input: INPUTS[row.filterType] ?? 'select',
    filter_type: row.filterType,
    is_comparable: row.isComparable,
    is_user_defined: row.isUserDefined,
    is_visible: row.isVisible,
    is_visible_on_front: row.isVisibleOnFront,
    position: row.position,
    options: options
      .filter(({ attributeId }) => attributeId === row.attributeId)
      .map(({ value, label }) => ({ value, label })),
  }
}

export function optionDocument(row: typeof attributeOption.$inferSelect, code: string): Document {
  return {
    id: row.optionId,
    option_id: row.optionId,
    attribute_id: row.attributeId,
    attribute_code: code,
    value: row.value,
    label: row.label,
    position: row.position,
  }
}

interface CategoryRow extends Category {
  categoryFilter: Record<string, string[]> | null
}

/** Builds all categories with their children; `withProductCounts` adds the numbers of products. */
export function categoryDocuments(rows: readonly CategoryRow[]): Document[] {
  const childrenOf = (id: number, depth: number): Document[] =>
    depth > 8
      ? []
      : rows
          .filter(({ parentId }) => parentId === id)
          .map((row) => ({
            id: row.id,
            name: row.name,
            url_key: row.urlKey,
            url_path: row.urlPath,
            level: row.level,
            position: row.position,
            is_active: row.isActive,
            children_data: childrenOf(row.id, depth + 1),
          }))
  return rows.map((row) => {
    const children = rows.filter(({ parentId }) => parentId === row.id)
    const ids = row.path.split('/').map(Number)
    return {
      id: row.id,
      entity_id: row.id,
      parent_id: row.parentId,
      parent_ids: ids.slice(0, -1),
      name: row.name,
      slug: row.urlKey,
      url_key: row.urlKey,
      url_path: row.urlPath,
      path: row.path,
      level: row.level,
      position: row.position,
      is_active: row.isActive,
      include_in_menu: 1,
      children: children.map(({ id }) => id).join(','),
      children_count: children.length,
      children_data: childrenOf(row.id, 0),
      description: row.description,
      category_filter: row.categoryFilter,
    }
  })
}

export function cmsPageDocument(row: {
  id: number
  identifier: string
  title: string
  metaDescription: string
  content: string
  updatedAt: number
}): Document {
  return {
    id: row.id,
    identifier: row.identifier,
    title: row.title,
    meta_title: row.title,
    meta_description: row.metaDescription,
    content: row.content,
    is_active: true,
    active: true,
    store_id: STORES,
    update_time: formatApiTimestamp(row.updatedAt),
  }
}

export function cmsBlockDocument(row: {
  id: number
  identifier: string
  title: string
  content: string
}): Document {
  const { id, identifier, title, content } = row
  return { id, identifier, title, content, is_active: true, active: true, store_id: STORES }
}

type HierarchyRow = typeof cmsHierarchy.$inferSelect

export function hierarchyDocuments(rows: readonly HierarchyRow[]): Document[] {
  const plain = (row: HierarchyRow) => ({
    id: row.id,
    identifier: row.identifier,
    parent_id: row.parentId,
    page_id: row.pageId,
    label: row.label,
    title: row.label,
    level: row.level,
    position: row.position,
    sort_order: row.position,
    store_id: STORES,
  })
  return rows.map((row) => ({
    ...plain(row),
    children_data: rows.filter(({ parentId }) => parentId === row.id).map(plain),
  }))
}

/** Returns the documents with the current number of products of each category. */
export function withProductCounts(
  documents: readonly Document[],
  counts: ReadonlyMap<number, number>,
): Document[] {
  return documents.map((document) => ({
    ...document,
    product_count: counts.get(Number(document.id)) ?? 0,
    children_data: withProductCounts(document.children_data as Document[], counts),
  }))
}

/** Public paths of the configuration: the shop's pages show their values, or clients of the API need them. */
const PUBLIC_PATHS = [
  /^general\/(store_information\/(name|phone|email)|country\/default|region\/allowed_state|locale\/timezone)$/,
  /^catalog\/(category\/root_id|frontend\/list_per_page(_values)?|product\/child_sku)$/,
  /^tax\/defaults\/(country|region)$/,
  /^checkout\/cart\/minicart_count$/,
  /^carriers\/freeshipping\/title$/,
  /^sales\/returns\/window_days$/,
  /^contact\/email\/recipient_email$/,
  /^stores\/\d{1,3}\/(path|name|street|city|state|zip|phone|hours|latitude|longitude)$/,
]

function isPublicPath(path: string): boolean {
  return PUBLIC_PATHS.some((pattern) => pattern.test(path))
}

type RouteRow = typeof landingRoute.$inferSelect

export function routeDocument({ routeId, pathAlias, name, parameters }: RouteRow): Document {
  return { id: routeId, route_id: routeId, path_alias: pathAlias, name, parameters }
}

/** Builds documents of the configuration and of landing groups, which clients read by `route_id`. */
export function configDocuments(
  settings: ReadonlyMap<string, string>,
  routes: readonly RouteRow[],
): Document[] {
  const rows = [...settings].filter(([path]) => isPublicPath(path))
  return [
    ...rows.map(([path, value], index) => ({ id: 1000 + index, path, value })),
    ...routes.map((row) => ({
      ...routeDocument(row),
      path: `landing/route/${row.routeId}`,
      value: row.pathAlias,
    })),
  ]
}

type LandingRow = typeof landing.$inferSelect

/** Builds landings with their children; hidden landings and all landings below them are left out. */
export function landingDocuments(all: readonly LandingRow[], cars: readonly FittedCar[]): Document[] {
  const hidden = all.filter((row) => row.hideLandingPage).map(({ urlPath }) => `${urlPath}/`)
  const rows = all.filter(({ urlPath }) => !hidden.some((path) => `${urlPath}/`.startsWith(path)))
  const children = new Map<number, Document[]>()
  for (const row of rows) {
    if (row.parentId === null) continue
    const { id, urlPath, name, level, position } = row
    const child = { id, url_path: urlPath, name, level, position }
    children.set(row.parentId, [...(children.get(row.parentId) ?? []), child])
  }
  return rows.map((row) => ({
    id: row.id,
    url_path: row.urlPath,
    slug: row.urlPath.split('/').at(-1),
    name: row.name,
    route_id: row.routeId,
    parent_id: row.parentId,
    level: row.level,
    position: row.position,
    settings: row.settings,
    filters: row.filters,
    children_data: children.get(row.id) ?? [],
    car_info: carInfo(cars, row.urlPath) ?? row.carInfo,
    hide_landing_page: row.hideLandingPage,
  }))
}

export function smartFilterDocument(row: typeof smartFilter.$inferSelect): Document {
  return {
    id: row.filterId,
    filter_id: row.filterId,
    value: row.value,
    name: row.name,
    label: row.name,
    type: 'smart_filter',
    attribute_code: 'smart_filter',
    conditions: row.conditions,
    position: row.position,
  }
}

interface ReviewRow {
  id: number
  productId: number | null
  title: string
  text: string
  rating: number
  reviewerName: string
  reviewerPhoto: string | null
  createdAt: number
}

/**
 * Builds an approved review. The `text` of a review without a text is `null`, so that clients can search for
 * reviews with a text (C12).
 */
export function reviewDocument(row: ReviewRow): Document {
  const text = row.text.trim() === '' ? null : row.text
  const created = formatApiTimestamp(row.createdAt)
  return {
    id: row.id,
    ...(row.productId === null
      ? {}
      : { product_id: row.productId, review_type: 'Customer', review_status: 1 }),
    title: row.title,
    text,
    ...(row.productId === null ? {} : { detail: text }),
    rating: row.rating,
    is_approved: true,
    created_on: created,
    created_at: created,
    reviewer: { reviewer_name: row.reviewerName, reviewer_photo: row.reviewerPhoto },
    nickname: row.reviewerName,
  }
}

/** Builds tax rules with their rates in percent; clients divide by 100. */
export function taxRuleDocuments(
  rules: readonly (typeof taxRule.$inferSelect)[],
  rates: readonly (Omit<
    typeof taxRate.$inferSelect,
    'demo' | 'source' | 'fromDay' | 'earlierRate' | 'version'
  > & { regionName: string | null })[],
): Document[] {
  return rules.map((rule) => {
    const own = rates.filter(({ ruleId }) => ruleId === rule.id)
    return {
      id: rule.id,
      code: rule.code,
      priority: rule.priority,
      position: rule.priority,
      customer_tax_class_ids: rule.customerTaxClassIds,
      product_tax_class_ids: rule.productTaxClassIds,
      tax_rates_ids: own.map(({ id }) => id),
      calculate_subtotal: false,
      rates: own.map((rate) => ({
        id: rate.id,
        code: rate.code,
        rate: rate.rate,
        tax_country_id: rate.countryId,
        tax_region_id: rate.regionId,
        region_name: rate.regionName,
        tax_postcode: rate.zipFrom === null ? '*' : `${rate.zipFrom}-${rate.zipTo}`,
      })),
    }
  })
}

export function zipDocument(row: {
  zip: string
  city: string
  state: string
  county: string | null
  latitude: number | null
  longitude: number | null
  regionId: number | null
  region: string | null
}): Document {
  return {
    id: row.zip,
    zip_code: row.zip,
    zip: row.zip,
    postcode: row.zip,
    city: row.city,
    state: row.state,
    region: row.region,
    region_id: row.regionId,
    county: row.county,
    latitude: row.latitude,
    longitude: row.longitude,
    country_id: 'US',
  }
}
