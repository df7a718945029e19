/** Ready answers of conversations, and the units that they link to (H14m). */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { cmsBlock } from '../../../schema/content/pages/cms.table.ts'
import { productHref } from '../../../schema/paths.ts'
import { ANSWER_PREFIX } from '../../../schema/staff/texts/chat-answer.ts'
import { IS_LISTED } from '../../catalog/index/listed-condition.sql.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const SHOWN = 50

/** Returns the ready answers, by title. */
export function readChatAnswers(db: D1Database) {
  const { identifier, title, content, isActive } = cmsBlock
  return connect(db)
    .select({ name: identifier, title, content })
    .from(cmsBlock)
    .where(sql`${isActive} = 1 and substr(${identifier}, 1, ${ANSWER_PREFIX.length}) = ${ANSWER_PREFIX}`)
    .orderBy(asc(title))
    .limit(SHOWN)
}

/** Returns the first of these units that has a page, with its path; `null` without one. */
export async function findNamedUnit(
  db: D1Database,
  skus: readonly string[],
): Promise<{ sku: string; href: string } | null> {
  if (skus.length === 0) return null
  const rows = await connect(db)
    .select({ sku: product.sku, slug: product.urlKey })
    .from(product)
    .innerJoin(stock, eq(stock.stockSku, product.stockSku))
    .where(sql`${inArray(product.sku, [...skus])} and ${IS_LISTED}`)
  const found = skus.flatMap((sku) => rows.find((row) => row.sku === sku) ?? [])[0]
  return found ? { sku: found.sku, href: productHref({ ...found, parentSku: null }) } : null
}
