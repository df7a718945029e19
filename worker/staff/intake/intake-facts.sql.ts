/** What the shop knows about a draft: its size, its model and what its lot cost (H14). */
import { and, eq, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { parseMarking } from '../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../../schema/paths.ts'
import type { IntakeContext } from '../../../schema/staff/intake/check-draft.ts'
import type { IntakeDraft } from '../../../schema/staff/intake/intake-draft.ts'
import { type IntakeSettings, parseIntakeSettings } from '../../../schema/staff/intake/intake-settings.ts'
import { unitCost } from '../../../schema/staff/intake/price/price-check.ts'
import { INTAKE_PATH } from '../../../schema/staff/settings/setting.ts'
import { bin, lot } from '../../../schema/staff/units/unit.table.ts'
import { configRead } from '../../platform/config.sql.ts'
import { connect, runRead } from '../../platform/drizzle.sql.ts'

/** Reads what the shop decided about intake. */
export async function readIntakeSettings(db: D1Database): Promise<IntakeSettings> {
  const settings = await runRead(db, configRead([INTAKE_PATH]))
  return parseIntakeSettings(settings.get(INTAKE_PATH))
}

type Facts = NonNullable<IntakeContext['facts']>

/** Reads the facts in one round trip; a text that is no size counts as a known one, because it has its own problem. */
export async function readIntakeFacts(db: D1Database, draft: IntakeDraft): Promise<Facts> {
  const client = connect(db)
  const size = parseMarking(draft.marking ?? '')?.size
  const isListed = sql`visibility > 1`
  const sizeOf = eq(product.sizeSlug, size ? sizeSlug(formatTireSize(size)) : '')
  const modelOf = and(
    eq(product.brandSlug, optionSlug(draft.brand ?? '')),
    eq(product.modelSlug, optionSlug(draft.model ?? '')),
  )
  const first = { found: sql<number>`1` }
  const code = draft.bin?.trim()
  const [sizes, models, lots, bins] = await client.batch([
    client.select(first).from(product).where(and(sizeOf, isListed)).limit(1),
    client.select(first).from(product).where(and(modelOf, isListed)).limit(1),
    client
      .select({ kind: lot.kind, paid: lot.paid, count: lot.count })
      .from(lot)
      .where(eq(lot.id, draft.lotId ?? 0)),
    client
      .select(first)
      .from(bin)
      .where(eq(bin.code, code ?? '')),
  ])
  return {
    ...(size && { isKnownSize: sizes.length > 0 }),
    ...(draft.brand && draft.model && { isKnownModel: models.length > 0 }),
    ...(code && { isKnownBin: bins.length > 0 }),
    ...(draft.lotId && { isKnownLot: lots.length > 0 }),
    cost: unitCost(lots[0] ?? null),
  }
}
