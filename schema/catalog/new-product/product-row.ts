/** Converts a product to a row of its table, for the generator, the importer and the intake. */

import { optionSlug } from '../../paths.ts'
import { finalPrice, priceByTire } from '../price/price.ts'
import type { product } from '../product/product.table.ts'
import type { Product } from '../product/product.ts'
import { sizeSlug } from '../sizes/tire-size.ts'

export type ProductRow = typeof product.$inferInsert

/** Returns the bits of `sets_offered` for these numbers of tires per unit. */
export function setsOffered(setqtys: readonly number[]): number {
  return setqtys.reduce((bits, setqty) => bits | setqty, 0)
}

/** Returns the row; `now` decides whether a special price applies, and becomes `updated_at`. */
export function productRow(
  item: Product,
  more: { parentId: number | null; setsOffered: number; now: number; demo?: boolean },
): ProductRow {
  const { tire } = item
  return {
    id: item.id,
    sku: item.sku,
    parentId: more.parentId,
    parentSku: item.parentSku,
    type: item.type,
    kind: item.kind,
    name: item.name,
    urlKey: item.slug,
    urlPath: `${item.slug}-${optionSlug(item.parentSku ?? item.sku)}`,
    status: item.status,
    visibility: item.visibility,
    taxClassId: item.taxClassId,
    price: item.price,
    specialPrice: item.specialPrice,
    specialFrom: item.specialFrom,
    specialTo: item.specialTo,
    finalPrice: finalPrice(item, more.now),
    priceByTire: priceByTire(item, more.now),
    setqty: item.setqty,
    sets: item.sets,
    setsOffered: more.setsOffered,
    stockSku: item.stockSku,
    createdAt: item.createdAt,
    updatedAt: more.now,
    partNumber: item.partNumber,
    priceGrade: item.priceGrade,
    features: item.features,
    extra: item.extra ?? {},
    brand: tire?.brand ?? null,
    brandSlug: tire ? optionSlug(tire.brand) : null,
    model: tire?.model ?? null,
    modelSlug: tire ? optionSlug(tire.model) : null,
    size: tire?.size ?? null,
    sizeSlug: tire ? sizeSlug(tire.size) : null,
    section: tire?.section ?? null,
    aspect: tire?.aspect ?? null,
    construction: tire?.construction ?? null,
    rim: tire?.rim ?? null,
    season: tire?.season ?? null,
    seasonSlug: tire ? optionSlug(tire.season) : null,
    condition: tire?.condition ?? null,
    conditionSlug: tire ? optionSlug(tire.condition) : null,
    subCondition: tire?.subCondition ?? null,
    treadDepth: tire?.treadDepth ?? null,
    treadNew: tire?.treadNew ?? null,
    runFlat: tire?.runFlat ?? null,
    tireLoad: tire?.tireLoad ?? null,
    tireLoadDual: tire?.tireLoadDual ?? null,
    loadRange: tire?.loadRange ?? null,
    tireSpeed: tire?.tireSpeed ?? null,
    speedRated: tire?.speedRated ?? null,
    pattern: tire?.pattern ?? null,
    dot: tire?.dot ?? null,
    passport: item.passport,
    demo: more.demo ?? false,
  }
}
