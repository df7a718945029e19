/** Drafts of units that are being taken in, and the numbers of their labels (H14). */
import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { productHref } from '../../../schema/paths.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { intake, intakeNumber } from '../../../schema/staff/intake/intake.table.ts'
import type { IntakeDraft } from '../../../schema/staff/intake/intake-draft.ts'
import { numberOfSku, skuWithCheckDigit } from '../../../schema/staff/intake/unit-sku.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect, inList, insertFrom } from '../../platform/drizzle.sql.ts'
import { addAuditRow, runRecorded } from '../changes/audit-log.sql.ts'

export type Intake = typeof intake.$inferSelect

/**
 * Takes numbers for new units, each of them once: the counter and its answer are one statement. Numbers of products
 * that came another way are left out.
 */
export async function reserveSkus(db: D1Database, count: number): Promise<string[]> {
  const client = connect(db)
  const skus: string[] = []
  while (skus.length < count) {
    const wanted = count - skus.length
    const [row] = await client
      .update(intakeNumber)
      .set({ next: sql`${intakeNumber.next} + ${wanted}` })
      .returning({ next: intakeNumber.next })
    if (!row) throw new Error('intake_number has no row')
    const reserved = Array.from({ length: wanted }, (_, index) =>
      skuWithCheckDigit(row.next - wanted + index),
    )
    const taken = await client
      .select({ sku: product.sku })
      .from(product)
      .where(sql`${product.sku} in ${inList(reserved)}`)
    const known = new Set(taken.map(({ sku }) => sku))
    skus.push(...reserved.filter((sku) => !known.has(sku)))
  }
  return skus
}

/** Returns the draft with this key; `null` for an unknown one. */
export async function findIntake(db: D1Database, key: string): Promise<Intake | null> {
  return (await connect(db).select().from(intake).where(eq(intake.key, key)).get()) ?? null
}

interface DraftToSave {
  key: string
  staffId: number
  draft: IntakeDraft
  revision: number
  now: number
}

/** Replaces an open draft unless a newer one is stored; returns the row, `null` if nothing was replaced. */
async function replaceDraft(
  db: D1Database,
  { key, draft, revision, now }: DraftToSave,
): Promise<Intake | null> {
  const [row] = await connect(db)
    .update(intake)
    .set({ draft, revision, updatedAt: now })
    .where(
      and(
        eq(intake.key, key),
        lte(intake.revision, revision),
        isNull(intake.productId),
        isNull(intake.scrappedAt),
      ),
    )
    .returning()
  return row ?? null
}

/** Inserts a draft under a number that was given out and belongs to no other unit; false when it does or the key exists. */
async function insertDraft(
  db: D1Database,
  { key, staffId, draft, revision, now }: DraftToSave,
  sku: string,
): Promise<boolean> {
  const isFree = sql`from ${intakeNumber} where ${intakeNumber.next} > ${numberOfSku(sku)}
    and not exists (select 1 from ${product} where ${product.sku} = ${sku})`
  const { meta } = await connect(db).run(
    insertFrom(intake, { key, staffId, sku, draft, revision, createdAt: now, updatedAt: now }, isFree, {
      orIgnore: true,
    }),
  )
  return meta.changes > 0
}

/**
 * Saves a draft; a repeated request changes nothing. Two phones with the same number: the second draft gets another
 * one. Returns the stored row, whose revision is larger when a newer draft is stored.
 */
export async function storeDraft(
  db: D1Database,
  { sku, ...toSave }: DraftToSave & { sku: string | undefined },
): Promise<Intake> {
  for (let wanted = sku; ; ) {
    const stored = (await replaceDraft(db, toSave)) ?? (await findIntake(db, toSave.key))
    if (stored) return stored
    if (wanted === undefined || numberOfSku(wanted) === null) [wanted] = await reserveSkus(db, 1)
    // Without an insert the key was inserted meanwhile, or the number belongs to another unit.
    if (wanted !== undefined && !(await insertDraft(db, toSave, wanted))) wanted = undefined
  }
}

/** Gives an open draft another number; returns it. */
export async function renumber(db: D1Database, key: string): Promise<string> {
  const [sku = ''] = await reserveSkus(db, 1)
  await connect(db)
    .update(intake)
    .set({ sku })
    .where(and(eq(intake.key, key), isNull(intake.productId)))
  return sku
}

/** Returns the unit of a published draft with the address of its page. */
export async function readPublished(db: D1Database, sku: string) {
  const row = await connect(db)
    .select({ sku: product.sku, slug: product.urlKey, state: unit.state })
    .from(product)
    .innerJoin(unit, eq(unit.productId, product.id))
    .where(eq(product.sku, sku))
    .get()
  return {
    sku,
    state: row?.state ?? 'live',
    href: productHref({ sku, parentSku: null, slug: row?.slug ?? '' }),
  }
}

/** Returns the statement that records on the draft that its unit exists. */
export function publishIntake({ key, sku, now }: { key: string; sku: string; now: number }): SQL {
  return sql`update ${intake} set product_id = (select id from ${product} where sku = ${sku}), updated_at = ${now}
    where key = ${key}`
}

/** Ends a draft whose tire is scrapped, with a row of the audit log; a second request changes nothing. */
export async function scrapIntake(
  db: D1Database,
  {
    key,
    sku,
    knockOut,
    actor,
    now,
  }: Pick<Intake, 'key' | 'sku'> & { knockOut: string; actor: Actor; now: number },
): Promise<void> {
  const isOpen = sql`key = ${key} and product_id is null and scrapped_at is null`
  const row = {
    ...{ at: now, actor, kind: 'scrap', record: 'intake', recordId: sku, version: 1, before: {} },
    ...{ after: { knockOut }, why: null, key: `scrap-${key}`, batch: null, undoes: null },
  }
  await runRecorded(db, [
    addAuditRow(row, sql`exists (select 1 from ${intake} where ${isOpen})`),
    sql`update ${intake} set scrapped_at = ${now}, knock_out = ${knockOut}, updated_at = ${now} where ${isOpen}`,
  ])
}
