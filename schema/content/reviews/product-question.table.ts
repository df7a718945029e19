/** Questions about a product and the shop's answers. They belong to the model, as reviews do. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const productQuestion = sqliteTable(
  'product_question',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    productId: integer('product_id').notNull(),
    brandSlug: text('brand_slug'),
    modelSlug: text('model_slug'),
    askerName: text('asker_name').notNull(),
    customerId: integer('customer_id'),
    question: text('question').notNull(),
    /** `null` before the answer. A waiting question may have the text of an answer that staff took down. */
    answer: text('answer'),
    askedAt: integer('asked_at').notNull(),
    /** `null` while it waits for an answer. */
    answeredAt: integer('answered_at'),
    /** When staff refused it, or took it down with its answer; `null` for a question that is shown or waits. */
    refusedAt: integer('refused_at'),
    demo: integer('demo', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('product_question_product').on(t.productId),
    index('product_question_model').on(t.brandSlug, t.modelSlug, t.answeredAt),
    index('product_question_waiting').on(t.askedAt).where(sql`answered_at is null and refused_at is null`),
  ],
)
