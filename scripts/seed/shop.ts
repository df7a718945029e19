/** The demo tires as rows, and the rows that depend on them. */

import { coupon } from '../../schema/cart/coupon/coupon.table.ts'
import { attributeOption } from '../../schema/catalog/attributes/attribute.table.ts'
import { type ProductRow, productRow, setsOffered } from '../../schema/catalog/new-product/product-row.ts'
import { product } from '../../schema/catalog/product/product.table.ts'
import { stock } from '../../schema/catalog/product/stock.table.ts'
import { productQuestion } from '../../schema/content/reviews/product-question.table.ts'
import { review } from '../../schema/content/reviews/review.table.ts'
import { type Rows, rowsOf } from '../load/sql.ts'
import { SEED_NOW } from './clock.ts'
import { COUPON_ROWS } from './coupons.ts'
import { extraRows, FIRST_UNIT_ID } from './extras.ts'
import { countUnit, emptyFacets, type Facets } from './facets.ts'
import { optionRows } from './options.ts'
import { questionRows, reviewRows } from './reviews.ts'
import { makeUnit, type Unit } from './unit.ts'

export interface ShopSize {
  /** Listed units. */
  size: number
  seed: number
}

/** Yields the rows of units in groups of at most `group`, and counts the units in `facets`. */
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

/** Returns the rows that depend on the units (options, bundles and sets, reviews) and the coupons. */
export function derivedRows({ seed }: ShopSize, facets: Facets): Rows[] {
  return [
    ...extraRows(facets),
    rowsOf(attributeOption, optionRows(facets)),
    rowsOf(coupon, COUPON_ROWS),
    rowsOf(review, reviewRows(seed, facets)),
    rowsOf(productQuestion, questionRows(seed, facets)),
  ]
}

/** Returns all tables of a shop in one list; for tests. */
export function wholeShop(size: ShopSize): Rows[] {
  const facets = emptyFacets()
  const units = [...unitRows(size, facets)].flat()
  return [...units, ...derivedRows(size, facets)]
}

export function rowsOfUnit(unit: Unit): ProductRow[] {
  const offered = setsOffered([unit.product, ...unit.variants].map((item) => item.setqty))
  const own = productRow(unit.product, { parentId: null, setsOffered: offered, now: SEED_NOW, demo: true })
  const variants = unit.variants.map((variant) =>
    productRow(variant, {
      parentId: unit.product.id,
      setsOffered: variant.setqty,
      now: SEED_NOW,
      demo: true,
    }),
  )
  return [own, ...variants]
}

export function poolOf(unit: Unit): typeof stock.$inferInsert {
  return {
    stockSku: unit.product.stockSku,
    qty: unit.stock,
    manage: true,
    // Used tires cannot be ordered again.
    lowMark: ['New', 'Retread'].includes(unit.product.tire?.condition ?? '') ? 4 : 0,
    updatedAt: SEED_NOW,
  }
}
