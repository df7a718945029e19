/** What a product is made of or asked with, by key. Links to products that are gone are left out. */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Offer, Product } from '../../schema/domain/product.ts'
import type { Parts } from '../../schema/domain/product-parts.ts'
import {
  bundleLink,
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
} from '../../schema/tables/product.ts'
import { stock } from '../../schema/tables/stock.ts'
import { connect } from './client.ts'
import { toOffer } from './product.ts'

/** Bundle options, associated members, custom options and downloads of a product; one batch. */
export async function readParts(db: D1Database, { id }: Pick<Product, 'id'>): Promise<Parts> {
  const client = connect(db)
  const places = client
    .select({ optionId: bundleOption.optionId })
    .from(bundleOption)
    .where(eq(bundleOption.productId, id))
  const linked = sql`(select sku from bundle_link where option_id in ${places} union
    select linked_product_sku from product_link where product_id = ${id} and link_type = 'associated')`
  const [options, links, members, questions, files, offered] = await client.batch([
    client
      .select()
      .from(bundleOption)
      .where(eq(bundleOption.productId, id))
      .orderBy(asc(bundleOption.position), asc(bundleOption.optionId)),
    client
      .select()
      .from(bundleLink)
      .where(inArray(bundleLink.optionId, places))
      .orderBy(asc(bundleLink.position), asc(bundleLink.id)),
    client
      .select()
      .from(productLink)
      .where(sql`${productLink.productId} = ${id} and ${productLink.linkType} = 'associated'`)
      .orderBy(asc(productLink.position), asc(productLink.linkedSku)),
    client
      .select()
      .from(customOption)
      .where(eq(customOption.productId, id))
      .orderBy(asc(customOption.position), asc(customOption.optionId)),
    client
      .select()
      .from(downloadableLink)
      .where(eq(downloadableLink.productId, id))
      .orderBy(asc(downloadableLink.id)),
    client
      .select({ product, qty: stock.qty, manage: stock.manage })
      .from(product)
      .leftJoin(stock, eq(stock.stockSku, product.stockSku))
      .where(inArray(product.sku, linked)),
  ])
  const offers = new Map<string, Offer>(offered.map((row) => [row.product.sku, toOffer(row)]))
  return {
    bundle: options.map(({ optionId, title, required }) => ({
      optionId,
      title,
      required,
      links: links.flatMap((link) => {
        const offer = offers.get(link.sku)
        const { id: linkId, sku, qty, isDefault } = link
        return offer && link.optionId === optionId ? [{ id: linkId, sku, qty, isDefault, offer }] : []
      }),
    })),
    associated: members.flatMap(({ linkedSku: sku, qty }) => {
      const offer = offers.get(sku)
      return offer ? [{ sku, qty, offer }] : []
    }),
    customOptions: questions.map(({ optionId, title, kind, required, values }) => ({
      ...{ optionId, title, kind, required, values },
    })),
    links: files.map(({ id: linkId, title }) => ({ id: linkId, title })),
  }
}
