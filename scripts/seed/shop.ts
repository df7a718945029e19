/** The whole embedded shop as rows, table after table. Pure: the same size and seed give the same rows. */
import { attribute, attributeOption, smartFilter } from '../../schema/tables/attribute.ts'
import { carFitment, carModel } from '../../schema/tables/car.ts'
import { category, productCategory } from '../../schema/tables/category.ts'
import { cmsBlock, cmsHierarchy, cmsPage } from '../../schema/tables/cms.ts'
import { config } from '../../schema/tables/config.ts'
import { coupon } from '../../schema/tables/coupon.ts'
import { customerGroup } from '../../schema/tables/customer.ts'
import { feeRule } from '../../schema/tables/fee.ts'
import { landing, landingRoute, urlMap } from '../../schema/tables/landing.ts'
import {
  bundleLink,
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
  productMedia,
} from '../../schema/tables/product.ts'
import { region } from '../../schema/tables/region.ts'
import { review } from '../../schema/tables/review.ts'
import { stock, stockPulse } from '../../schema/tables/stock.ts'
import { taxClass, taxRate, taxRule } from '../../schema/tables/tax.ts'
import { zipCode } from '../../schema/tables/zip.ts'
import { ATTRIBUTE_ROWS, optionRows, SMART_FILTER_ROWS } from './attributes.ts'
import { CAR_ROWS, FITMENT_ROWS } from './cars.ts'
import { categoryRows } from './categories.ts'
import { SEED_NOW } from './clock.ts'
import { COUPON_ROWS } from './coupons.ts'
import { extraRows, FIRST_UNIT_ID } from './extras.ts'
import { countUnit, emptyFacets, type Facets } from './facets.ts'
import { FEE_ROWS } from './fees.ts'
import { LANDING_ROUTE_ROWS } from './landing-routes.ts'
import { landingRows, unfillable } from './landings.ts'
import { CMS_BLOCK_ROWS, CMS_HIERARCHY_ROWS, CMS_PAGE_ROWS } from './pages.ts'
import { type ProductRow, productRow, setsOffered } from './product-row.ts'
import { REGION_ROWS } from './regions.ts'
import { reviewRows } from './reviews.ts'
import { CATALOG_VERSION, CONFIG_ROWS } from './settings.ts'
import { type Rows, rowsOf } from './sql.ts'
import { CUSTOMER_GROUP_ROWS, TAX_CLASS_ROWS, TAX_RATE_ROWS, TAX_RULE_ROWS } from './taxes.ts'
import { makeUnit, type Unit } from './unit.ts'
import { urlRows } from './urls.ts'

/** Tables that seeding empties first; orders, carts and registered customers are none of them. */
export const SEEDED_TABLES = [
  attribute,
  attributeOption,
  smartFilter,
  carFitment,
  carModel,
  category,
  productCategory,
  cmsBlock,
  cmsHierarchy,
  cmsPage,
  config,
  coupon,
  customerGroup,
  feeRule,
  landing,
  landingRoute,
  urlMap,
  bundleLink,
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
  productMedia,
  region,
  review,
  stock,
  stockPulse,
  taxClass,
  taxRate,
  taxRule,
  zipCode,
] as const

export interface ShopSize {
  /** Listed units. */
  size: number
  seed: number
}

/** Rules, places, texts: everything that does not depend on the units. */
export function fixedRows({ size, seed }: ShopSize): Rows[] {
  return [
    rowsOf(region, REGION_ROWS),
    rowsOf(config, [...CONFIG_ROWS, { path: CATALOG_VERSION, value: `seed-${seed}-${size}` }]),
    rowsOf(taxClass, TAX_CLASS_ROWS),
    rowsOf(customerGroup, CUSTOMER_GROUP_ROWS),
    rowsOf(taxRule, TAX_RULE_ROWS),
    rowsOf(taxRate, TAX_RATE_ROWS),
    rowsOf(feeRule, FEE_ROWS),
    rowsOf(coupon, COUPON_ROWS),
    rowsOf(attribute, ATTRIBUTE_ROWS),
    rowsOf(smartFilter, SMART_FILTER_ROWS),
    rowsOf(carModel, CAR_ROWS),
    rowsOf(carFitment, FITMENT_ROWS),
    rowsOf(landingRoute, LANDING_ROUTE_ROWS),
    rowsOf(cmsPage, CMS_PAGE_ROWS),
    rowsOf(cmsBlock, CMS_BLOCK_ROWS),
    rowsOf(cmsHierarchy, CMS_HIERARCHY_ROWS),
  ]
}

/** Units in groups of at most `group`, counted into `facets` on the way. */
export function* unitRows({ size, seed }: ShopSize, facets: Facets, group = 500): Generator<Rows[]> {
  let id = FIRST_UNIT_ID
  let products: ProductRow[] = []
  let pools: (typeof stock.$inferInsert)[] = []
  for (let index = 0; index < size; index += 1) {
    const unit = makeUnit(seed, index, size, id)
    id += 1 + unit.variants.length
    countUnit(facets, unit)
    products.push(...rowsOfUnit(unit))
    pools.push(poolOf(unit))
    if (pools.length === group || index === size - 1) {
      yield [rowsOf(product, products), rowsOf(stock, pools)]
      products = []
      pools = []
    }
  }
}

/** What is made of the units once they are known: options, landings, categories, sets, reviews. */
export function derivedRows({ seed }: ShopSize, facets: Facets): Rows[] {
  const landings = landingRows(facets)
  for (const hole of unfillable(landings)) console.warn(`No landing can fill ${hole}`)
  const categories = categoryRows(facets)
  return [
    ...extraRows(facets),
    rowsOf(attributeOption, optionRows(facets)),
    rowsOf(landing, landings),
    rowsOf(category, categories),
    rowsOf(urlMap, urlRows({ landings, categories, pages: CMS_PAGE_ROWS })),
    rowsOf(review, reviewRows(seed, facets)),
  ]
}

/** A shop of any size in one list; for tests. */
export function wholeShop(size: ShopSize): Rows[] {
  const facets = emptyFacets()
  const units = [...unitRows(size, facets)].flat()
  return [...fixedRows(size), ...units, ...derivedRows(size, facets)]
}

export function rowsOfUnit(unit: Unit): ProductRow[] {
  const offered = setsOffered([unit.product, ...unit.variants].map((item) => item.setqty))
  const own = productRow(unit.product, { parentId: null, setsOffered: offered, now: SEED_NOW })
  const variants = unit.variants.map((variant) =>
    productRow(variant, { parentId: unit.product.id, setsOffered: variant.setqty, now: SEED_NOW }),
  )
  return [own, ...variants]
}

export function poolOf(unit: Unit): typeof stock.$inferInsert {
  return {
    stockSku: unit.product.stockSku,
    qty: unit.stock,
    manage: true,
    lowMark: unit.product.type === 'configurable' ? 4 : 0,
    updatedAt: SEED_NOW,
  }
}
