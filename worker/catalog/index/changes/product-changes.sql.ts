/** Reads what changed products are now, with their neighbors in the orders that the index has no keys for. */
import { sql } from 'drizzle-orm'
import { productCategory } from '../../../../schema/catalog/landing/category.table.ts'
import { product } from '../../../../schema/catalog/product/product.table.ts'
import { inList, toStatement } from '../../../platform/drizzle.sql.ts'
import {
  DOCUMENT_FIELDS,
  DOCUMENT_TABLES,
  type DocumentRow,
  toDocument,
} from '../build/listing-documents.sql.ts'
import { IS_VIEWABLE } from '../listed-condition.sql.ts'
import type { ProductChange } from './product-change.ts'

const { id, urlKey, createdAt } = product

type Row = [time: number | null, url: number | null, categories: string, ...DocumentRow]

/** Returns the id of the listed product before this one in the order of a column. */
function previousBy(column: typeof urlKey | typeof createdAt) {
  const name = sql.raw(column.name)
  return sql`(select b.id from product b where b.visibility > 1 and b.status in (0, 1)
    and (b.${name}, b.id) < (${column}, ${id}) order by b.${name} desc, b.id desc limit 1)`
}

/**
 * Reads the products `ids`, in the order of url_key; those that are not listed any more come first. For a variant, which no list
 * has, it also reads its parent, whose card shows the variant's price.
 */
export async function readProductChanges(db: D1Database, ids: readonly number[]): Promise<ProductChange[]> {
  const { categoryId, productId } = productCategory
  const list = inList(ids)
  const query = sql`select ${previousBy(createdAt)}, ${previousBy(urlKey)},
    (select json_group_array(${categoryId}) from ${productCategory} where ${productId} = ${id}), ${DOCUMENT_FIELDS}
    from ${DOCUMENT_TABLES}
    where ${IS_VIEWABLE} and (${id} in ${list} or ${id} in (select v.parent_id from ${product} v where v.id in ${list}))
    order by ${urlKey}, ${id}`
  const rows = await toStatement(db, query).raw<Row>()
  const listed = rows.map(([created_at, url_key, categories, ...row]): ProductChange => {
    const document = toDocument(row)
    return {
      id: document.id,
      document,
      categories: JSON.parse(categories) as number[],
      previous: { created_at, url_key },
    }
  })
  const found = new Set(listed.map((change) => change.id))
  const gone = ids.flatMap((missing): ProductChange[] =>
    found.has(missing)
      ? []
      : [{ id: missing, document: null, categories: [], previous: { created_at: null, url_key: null } }],
  )
  return [...gone, ...listed]
}
