/** Reads the reviews of a customer, and the tires of their orders that they have not reviewed. */
import { sql } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { IS_VIEWABLE } from '../../catalog/index/listed-condition.sql.ts'
import { batchOf } from '../../platform/drizzle.sql.ts'
import {
  CAN_BE_REVIEWED,
  IS_DELIVERED,
  JOIN_BOUGHT_PRODUCTS,
  TIRE_TO_REVIEW,
  type TireToReview,
  toTireToReview,
} from './bought-products.sql.ts'

const MAX_OWN_REVIEWS = 100
const MAX_TIRES = 10

export interface OwnReview {
  id: number
  title: string
  text: string
  rating: number | null
  /** Milliseconds. */
  createdAt: number
  state: 'shown' | 'pending' | 'refused'
  helpful: number
  /** The shop's public answer. */
  answer: string | null
  /** `null` for a review of the shop and for a product without a page. */
  product: { sku: string; parentSku: null; slug: string; name: string } | null
}

/** Returns the customer's reviews, the newest first, and a tire of each model that they bought and did not review. */
export async function readOwnReviews(
  db: D1Database,
  customerId: number,
): Promise<{ reviews: OwnReview[]; tires: TireToReview[] }> {
  const [reviews, tires] = await batchOf(db, [
    sql`select r.id, r.title, r.text, r.rating, r.created_on as createdAt, r.helpful, r.answer,
        product.sku, product.url_key as slug, product.name,
        iif(r.is_approved, 'shown', iif(r.refused_on is null, 'pending', 'refused')) as state
      from review as r left join product on product.id = r.product_id and ${IS_VIEWABLE}
      where r.customer_id = ${customerId} order by r.created_on desc, r.id desc limit ${MAX_OWN_REVIEWS}`,
    sql`select ${TIRE_TO_REVIEW}
      from ${salesOrder} join sales_order_line as line on line.order_id = ${salesOrder.id}
      ${JOIN_BOUGHT_PRODUCTS}
      where ${salesOrder.customerId} = ${customerId} and ${IS_DELIVERED} and ${CAN_BE_REVIEWED}
        and not exists (select 1 from review as r where r.customer_id = ${customerId}
          and r.brand_slug = own.brand_slug and r.model_slug = own.model_slug)
      group by own.brand_slug, own.model_slug order by max(${salesOrder.placedAt}) desc limit ${MAX_TIRES}`,
  ])
  return {
    reviews: (reviews?.results ?? []).map((row) => ({
      id: Number(row.id),
      title: String(row.title),
      text: String(row.text),
      rating: row.rating === null ? null : Number(row.rating),
      createdAt: Number(row.createdAt),
      state: row.state as OwnReview['state'],
      helpful: Number(row.helpful),
      answer: row.answer === null ? null : String(row.answer),
      product:
        row.sku && row.slug
          ? { sku: String(row.sku), parentSku: null, slug: String(row.slug), name: String(row.name) }
          : null,
    })),
    tires: (tires?.results ?? []).map(toTireToReview),
  }
}
