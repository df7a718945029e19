/** Reads bundle options, group members, custom options and files of products, without deleted products. */

import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import {
  bundleLink,
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
} from '../../../schema/catalog/product/product.table.ts'
import type { Offer } from '../../../schema/catalog/product/product.ts'
import type { OfferWithParts, Parts } from '../../../schema/catalog/product/product-parts.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import {
  type connect,
  listPlaceholder,
  prepareQueries,
  type Read,
  runRead,
} from '../../platform/drizzle.sql.ts'
import { offerStatement, toOffer, toOffers } from './product.sql.ts'

/** The ids of the products of some skus, for a variant that of its parent, as a subquery with the placeholder `skus`. */
const OFFER_IDS = sql`(select coalesce(parent_id, id) from product where sku in ${listPlaceholder('skus')})`

const queryOffer = prepareQueries((client) => [
  offerStatement(client, OFFER_IDS),
  ...offeredPartStatements(client, OFFER_IDS),
])

/** Returns the offer of a sku with its parts, for a variant those of its parent, read in one batch. */
export function findOfferWithParts(db: D1Database, sku: string): Promise<OfferWithParts | null> {
  const read = queryOffer({ skus: JSON.stringify([sku]) }, ([rows, ...parts]) => {
    const [offer] = toOffers(rows)
    return offer ? { offer, parts: toParts(parts, offer.product.id) } : null
  })
  return runRead(db, read)
}

/**
 * Returns the statements that read bundle options, their links, custom options and files of products, each in
 * display order. `ids` are the ids of the products, as a list or a subquery.
 */
export function partStatements(client: ReturnType<typeof connect>, ids: SQL) {
  const optionIds = sql`(select option_id from bundle_option where product_id in ${ids})`
  return [
    client
      .select()
      .from(bundleOption)
      .where(inArray(bundleOption.productId, ids))
      .orderBy(asc(bundleOption.position), asc(bundleOption.optionId)),
    client
      .select()
      .from(bundleLink)
      .where(inArray(bundleLink.optionId, optionIds))
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

const queryParts = prepareQueries((client) => offeredPartStatements(client, OFFER_IDS))

/** Reads the parts of the products of these skus by the id of the product; for a variant those of its parent. */
export function partsOfSkusRead(skus: readonly string[]): Read<(productId: number) => Parts> {
  return queryParts({ skus: JSON.stringify(skus) }, (rows) => (productId) => toParts(rows, productId))
}

/** Returns the statements that read the rows of `toParts`: the parts of products with their offers. */
export function offeredPartStatements(client: ReturnType<typeof connect>, ids: SQL) {
  const optionIds = sql`(select option_id from bundle_option where product_id in ${ids})`
  const linkedSkus = sql`(select sku from bundle_link where option_id in ${optionIds} union
    select linked_product_sku from product_link where product_id in ${ids} and link_type = 'associated')`
  return [
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
      .where(inArray(product.sku, linkedSkus)),
  ] as const
}

type PartRows = BatchResponse<ReturnType<typeof offeredPartStatements>>

/** Converts the rows of parts, which may be those of several products, to the parts of one product. */
export function toParts(
  [options, links, customOptions, files, members, linkedProducts]: PartRows,
  productId: number,
): Parts {
  const offers = new Map<string, Offer>(linkedProducts.map((row) => [row.product.sku, toOffer(row)]))
  const linksOf = (optionId: number) =>
    links.flatMap(({ id, sku, qty, isDefault, ...link }) => {
      const offer = offers.get(sku)
      return offer && link.optionId === optionId ? [{ id, sku, qty, isDefault, offer }] : []
    })
  const isOwn = (row: { productId: number }) => row.productId === productId
  return {
    bundle: options.filter(isOwn).map(({ optionId, title, required }) => {
      return { optionId, title, required, links: linksOf(optionId) }
    }),
    associated: members.filter(isOwn).flatMap(({ linkedSku: sku, qty }) => {
      const offer = offers.get(sku)
      return offer ? [{ sku, qty, offer }] : []
    }),
    customOptions: customOptions.filter(isOwn).map(({ optionId, title, kind, required, values }) => {
      return { optionId, title, kind, required, values }
    }),
    links: files.filter(isOwn).map(({ id, title }) => ({ id, title })),
  }
}
