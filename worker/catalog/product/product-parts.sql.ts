/** What a product is made of or asked with, by key. Links to products that are gone are left out. */

import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  bundleLink,
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
} from '../../../schema/catalog/product/product.table.ts'
import type { Offer, Product } from '../../../schema/catalog/product/product.ts'
import type { OfferWithParts } from '../../../schema/catalog/product/product-parts.ts'
import { EMPTY_PARTS, type Parts } from '../../../schema/catalog/product/product-parts.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import { findOffer, toOffer } from './product.sql.ts'

/** Bundle options, associated members, custom options and downloads of a product; one batch. */
export async function readParts(db: D1Database, { id }: Pick<Product, 'id'>): Promise<Parts> {
  return (await readPartsOf(db, [id])).get(id) ?? EMPTY_PARTS
}

/** What the catalog has for a sku: its offer and its parts. For a variant those of its parent. */
export async function findWhole(db: D1Database, sku: string): Promise<OfferWithParts | null> {
  const offer = await findOffer(db, sku)
  return offer && { offer, parts: await readParts(db, offer.product) }
}

/**
 * Statements for what products are made of and asked with, each in its order: places of bundles, choices for them,
 * questions, files. `ids` are those of the products, as a list or a subquery.
 */
export function partStatements(client: ReturnType<typeof connect>, ids: SQL) {
  const slots = sql`(select option_id from bundle_option where product_id in ${ids})`
  return [
    client
      .select()
      .from(bundleOption)
      .where(inArray(bundleOption.productId, ids))
      .orderBy(asc(bundleOption.position), asc(bundleOption.optionId)),
    client
      .select()
      .from(bundleLink)
      .where(inArray(bundleLink.optionId, slots))
      .orderBy(asc(bundleLink.position), asc(bundleLink.id)),
    client
      .select()
      .from(customOption)
      .where(inArray(customOption.productId, ids))
      .orderBy(asc(customOption.position), asc(customOption.optionId)),
    client
      .select()
      .from(downloadableLink)
      .where(inArray(downloadableLink.productId, ids))
      .orderBy(asc(downloadableLink.id)),
  ] as const
}

/** The parts of several products by their ids; one batch however many they are. */
export async function readPartsOf(
  db: D1Database,
  productIds: readonly number[],
): Promise<Map<number, Parts>> {
  const client = connect(db)
  const ids = inList(productIds)
  const slots = sql`(select option_id from bundle_option where product_id in ${ids})`
  const linked = sql`(select sku from bundle_link where option_id in ${slots} union
    select linked_product_sku from product_link where product_id in ${ids} and link_type = 'associated')`
  const [options, links, questions, files, members, offered] = await client.batch([
    ...partStatements(client, ids),
    client
      .select()
      .from(productLink)
      .where(sql`${productLink.productId} in ${ids} and ${productLink.linkType} = 'associated'`)
      .orderBy(asc(productLink.position), asc(productLink.linkedSku)),
    client
      .select({ product, qty: stock.qty, manage: stock.manage })
      .from(product)
      .leftJoin(stock, eq(stock.stockSku, product.stockSku))
      .where(inArray(product.sku, linked)),
  ])
  const offers = new Map<string, Offer>(offered.map((row) => [row.product.sku, toOffer(row)]))
  const linksOf = (optionId: number) =>
    links.flatMap(({ id, sku, qty, isDefault, optionId: place }) => {
      const offer = offers.get(sku)
      return offer && place === optionId ? [{ id, sku, qty, isDefault, offer }] : []
    })
  const partsOf = (productId: number): Parts => {
    const own = (row: { productId: number }) => row.productId === productId
    return {
      bundle: options.filter(own).map(({ optionId, title, required }) => {
        return { optionId, title, required, links: linksOf(optionId) }
      }),
      associated: members.filter(own).flatMap(({ linkedSku: sku, qty }) => {
        const offer = offers.get(sku)
        return offer ? [{ sku, qty, offer }] : []
      }),
      customOptions: questions.filter(own).map(({ optionId, title, kind, required, values }) => {
        return { optionId, title, kind, required, values }
      }),
      links: files.filter(own).map(({ id, title }) => ({ id, title })),
    }
  }
  return new Map(productIds.map((id) => [id, partsOf(id)]))
}
