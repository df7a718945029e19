/** Makes the product of a draft that was checked (H14). */

import { tireOf, tireProduct } from '../../catalog/new-product/tire-product.ts'
import { BEFORE_SENT, type InspectionReport, type Product } from '../../catalog/product/product.ts'
import { parseDotCode } from '../../catalog/sizes/dot-code.ts'
import { parseMarking } from '../../catalog/sizes/tire-marking.ts'
import { shopDay } from '../../platform/shop-calendar.ts'
import type { UnitState } from '../units/unit-state.ts'
import type { DraftCheck } from './check-draft.ts'
import type { IntakeDraft } from './intake-draft.ts'
import type { IntakeSettings } from './intake-settings.ts'
import { leastDepth } from './tread-check.ts'

/** Returns the state in which a unit begins. */
export function firstState(
  { isHeld }: Pick<DraftCheck, 'isHeld'>,
  { secondInspection }: Pick<IntakeSettings, 'secondInspection'>,
): UnitState {
  if (isHeld) return 'parked'
  return secondInspection === 'before-sale' ? 'waiting' : 'live'
}

/** Returns the whole TIN of a draft; `null` when only the date was read. */
export function tinOf({ dot }: Pick<IntakeDraft, 'dot'>): string | null {
  const code = parseDotCode(dot ?? '')
  return typeof code === 'string' ? null : code.tin
}

function reportOf(
  { depths }: IntakeDraft,
  { report, grade }: DraftCheck,
  by: { name: string; now: number },
): InspectionReport | null {
  if (!report || !grade) return null
  return {
    grooves: [depths],
    ...report,
    grade,
    firstInspection: { by: by.name, on: shopDay(by.now) },
    secondInspection: { by: BEFORE_SENT, on: '' },
  }
}

/** Returns the product of a publishable draft; `null` for a draft that is none. `name` is who inspected the tire. */
export function toUnitProduct(
  draft: IntakeDraft,
  check: DraftCheck,
  unit: { sku: string; name: string; now: number },
): Product | null {
  const marking = parseMarking(draft.marking ?? '')
  const { brand, model, season, price } = draft
  const treadDepth = leastDepth(draft.depths)
  const passport = reportOf(draft, check, unit)
  if (
    !check.isPublishable ||
    !marking ||
    !brand ||
    !model ||
    !season ||
    price == null ||
    treadDepth === null ||
    !passport
  )
    return null
  const code = parseDotCode(draft.dot ?? '')
  const tire = tireOf(marking, {
    ...{ season, condition: 'Used', pattern: draft.pattern, treadDepth },
    brand: brand.trim(),
    model: model.trim(),
    // A tire is never deeper than new on its page, also when the person confirmed a deeper groove.
    treadNew: Math.max(draft.treadNew ?? 0, ...draft.depths),
    runFlat: (draft.runFlat ?? false) || marking.runFlat,
    dot: typeof code === 'string' ? null : code.date,
  })
  return tireProduct(tire, { sku: unit.sku, price, setqty: 1, status: 1, passport, now: unit.now })
}
