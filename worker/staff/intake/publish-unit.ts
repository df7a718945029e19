/** Puts the unit of a draft on sale, or scraps it (H14). */

import * as v from 'valibot'
import { checkDraft, type DraftCheck } from '../../../schema/staff/intake/check-draft.ts'
import { type IntakeDraft, PHOTO_SLOTS, UNREADABLE_DOT } from '../../../schema/staff/intake/intake-draft.ts'
import { SUGGESTION_QUERY } from '../../../schema/staff/intake/intake-queries.api.ts'
import type { IntakeSettings } from '../../../schema/staff/intake/intake-settings.ts'
import { firstState, tinOf, toUnitProduct } from '../../../schema/staff/intake/intake-unit.ts'
import { PHOTO_LABELS } from '../../../schema/staff/intake/unit-photo.ts'
import type { UnitPhoto } from '../../../schema/staff/units/unit-record.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { toActor } from '../changes/staff-actor.ts'
import { isTireRecalled, matchRecalls } from '../safety/match-recalls.ts'
import { createUnit } from '../units/create-unit.ts'
import { findSuggestion } from './comparables.sql.ts'
import { type Intake, publishIntake, scrapIntake } from './intake.sql.ts'
import { readIntakeFacts, readIntakeSettings } from './intake-facts.sql.ts'
import { readUnitPhotos } from './intake-photo.sql.ts'

export interface Publication {
  check: DraftCheck
  /** Absent when the draft is not complete; false when its number belongs to another product. */
  isCreated?: boolean
}

/** Replaces the photos that the phone names by those that are stored. */
function withStoredPhotos(draft: IntakeDraft, photos: readonly UnitPhoto[]): IntakeDraft {
  const stored = PHOTO_SLOTS.filter((slot) => photos.some(({ label }) => label === PHOTO_LABELS[slot]))
  return {
    ...draft,
    photos: stored.map((slot) => draft.photos.find((photo) => photo.slot === slot) ?? { slot }),
  }
}

/** Returns the price that the shop suggests for a draft; `null` where it suggests none. */
async function suggestedPrice(
  db: D1Database,
  draft: IntakeDraft,
  { grade, settings, now }: { grade: DraftCheck['grade']; settings: IntakeSettings; now: number },
): Promise<number | null> {
  const { marking, brand, model, season, depths, treadNew, dot, runFlat } = draft
  const query = v.safeParse(SUGGESTION_QUERY, {
    ...{ marking, brand, model, season, grade, depths: depths.join(','), treadNew: String(treadNew) },
    dot: dot === UNREADABLE_DOT ? '' : (dot ?? ''),
    runFlat: runFlat ? '1' : '0',
  })
  if (!settings.suggestion || !query.success) return null
  return (await findSuggestion(db, query.output, { now, settings })).price
}

/** Checks the stored draft with what the shop knows, and with the photos that are stored. */
export async function checkStored(db: D1Database, intake: Intake, staff: StaffSession, now: number) {
  const [settings, facts, photos] = await Promise.all([
    readIntakeSettings(db),
    readIntakeFacts(db, intake.draft),
    readUnitPhotos(db, intake.key),
  ])
  const draft = withStoredPhotos(intake.draft, photos)
  const { role, permissions } = staff
  const context = { now, settings, role, permissions, facts }
  const { grade } = checkDraft(draft, context)
  const suggested = await suggestedPrice(db, draft, { grade, settings, now })
  return {
    ...{ draft, settings, facts, photos, suggested },
    check: checkDraft(draft, { ...context, facts: { ...facts, suggested } }),
  }
}

/** Puts the unit on sale if its draft is complete; a repeated request finds the same unit. */
export async function publishUnit(
  db: D1Database,
  intake: Intake,
  staff: StaffSession,
  now: number,
): Promise<Publication> {
  const { draft, settings, facts, photos, suggested, check } = await checkStored(db, intake, staff, now)
  const { sku, key } = intake
  const product = toUnitProduct(draft, check, { sku, name: staff.name, now })
  if (!product) return { check }
  const recalled = product.tire !== null && (await isTireRecalled(db, product.tire))
  const unit = {
    state: recalled ? ('recalled' as const) : firstState(check, settings),
    bin: draft.bin?.trim() || null,
    lotId: draft.lotId ?? null,
    cost: facts.cost ?? null,
    tin: tinOf(draft),
    findings: check.findings,
    takenBy: staff.staffId,
    takenAt: now,
    photoHash: draft.photos.find(({ slot }) => slot === 'tread')?.hash ?? null,
    suggested,
    priceWhy: draft.priceWhy?.trim() || null,
  }
  const added = { product, unit, tires: 1, photos, key: `intake-${key}` }
  // In one batch, so that no run that is killed leaves a draft whose tire is on sale and could be scrapped or changed.
  const published = publishIntake({ key, sku, now })
  const result = await createUnit(db, toActor(staff, 'page'), added, now, [published])
  // The key names this draft alone: if another person published it at the same moment, it is the same unit.
  const isCreated = result.ok || result.problem === 'repeated-key'
  if (isCreated && recalled) await matchRecalls(db, { sku }, now)
  return { check: recalled ? { ...check, isHeld: true } : check, isCreated }
}

/** Scraps the tire of a draft with a knock-out; returns the check, whose `isScrappable` says whether it was done. */
export async function scrapUnit(
  db: D1Database,
  intake: Intake,
  staff: StaffSession,
  now: number,
): Promise<DraftCheck> {
  const { check } = await checkStored(db, intake, staff, now)
  if (check.isScrappable && check.knockOut)
    await scrapIntake(db, { ...intake, knockOut: check.knockOut, actor: toActor(staff, 'page'), now })
  return check
}
