/** The forms of recalls (H14t). */
import * as v from 'valibot'
import { parseTireSize } from '../../catalog/sizes/tire-size.ts'
import { numberText } from '../../platform/forms/number-text.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import { CAMPAIGN, type RecalledTire } from './recall-record.ts'

const TEXT = v.pipe(v.optional(v.string(), ''), v.maxLength(6_000))
/** Shorter than what is read of a field, so a list that was cut is refused. */
const IDS_MAX = 2_000
const IDS = v.pipe(
  v.string(),
  v.maxLength(IDS_MAX),
  v.transform((text) => text.split(',')),
  v.array(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/))),
)
const COUNT = numberText(7)
const OF_RECALL = { campaign: CAMPAIGN, key: CHANGE_KEY }
/** Matches by id, or all that wait with how many their sender saw. */
const OF_MATCHES = { ...OF_RECALL, ids: v.union([v.literal('all'), IDS]), seen: v.optional(COUNT) }

export const RECALL_FORM = v.variant('action', [
  /** A new recall, or one more tire of a known one. */
  v.object({
    ...{ action: v.literal('save'), campaign: TEXT, key: CHANGE_KEY, version: FORM_VERSION },
    ...{
      maker: TEXT,
      notice: TEXT,
      remedy: TEXT,
      brand: TEXT,
      model: TEXT,
      size: TEXT,
      from: TEXT,
      to: TEXT,
      /** How many units the sender saw that it names; absent at the first press. */
      confirmed: v.optional(COUNT),
    },
  }),
  v.object({ action: v.picklist(['close', 'reopen']), ...OF_RECALL }),
  v.object({ action: v.literal('confirm'), ...OF_MATCHES }),
  v.object({
    action: v.literal('free'),
    ...OF_MATCHES,
    why: v.pipe(TEXT, v.trim(), v.maxLength(200)),
  }),
  /** The buyers who got no email yet. */
  v.object({ action: v.literal('mail'), ...OF_RECALL, seen: COUNT }),
])
export type RecallForm = v.InferOutput<typeof RECALL_FORM>
export type RecallFields = Omit<
  Extract<RecallForm, { action: 'save' }>,
  'action' | 'key' | 'version' | 'confirmed'
>

export const RECALL_MESSAGES = {
  campaign: 'Enter the number of the recall, such as 24T011.',
  taken: 'This recall is here already. Open it to add a tire.',
  brand: 'Enter the brand of the tires.',
  size: 'Enter a size such as 225/45R17, or nothing for every size.',
  week: 'Enter week and year as on the tire, such as 2319, or nothing.',
  order: 'The first week must be before the last one.',
  wrong: 'Check the fields that are marked.',
  closed: 'Recall closed. It takes no more tires off sale.',
  reopened: 'Recall reopened.',
  confirmed: 'They stay off sale.',
  saved: 'Saved.',
  confirm: 'Look at the units that it names, then go on.',
  counted: 'The number has changed since you looked. Look again, then go on.',
  mailed: 'These buyers have their email.',
  why: 'Say why the tires aren’t recalled.',
  file: 'Choose NHTSA’s recall file, as FLAT_RCL.zip or its text.',
  large: 'This file is too large. Upload the ZIP file.',
  unreadable: 'This isn’t NHTSA’s recall file: no row has the columns of a tire recall.',
} as const

/** Reads the tire of a form, and what is wrong with it. */
export function readRecalledTire({ brand, model, size, from, to }: RecallFields): {
  tire: RecalledTire
  errors: Partial<Record<keyof RecallFields, string>>
} {
  const errors: Partial<Record<keyof RecallFields, string>> = {}
  const readWeek = (typed: string, field: 'from' | 'to') => {
    const text = typed.trim()
    if (text === '') return null
    const [, week, year] = /^(\d{2})(\d{2})$/.exec(text) ?? []
    if (week && year && Number(week) >= 1 && Number(week) <= 53)
      return (2000 + Number(year)) * 100 + Number(week)
    errors[field] = RECALL_MESSAGES.week
    return null
  }
  const tire = {
    brand: brand.trim(),
    model: model.trim() || null,
    size: size.trim() || null,
    from: readWeek(from, 'from'),
    to: readWeek(to, 'to'),
  }
  if (tire.brand === '' || tire.brand.length > 120) errors.brand = RECALL_MESSAGES.brand
  if (tire.size !== null && !parseTireSize(tire.size)) errors.size = RECALL_MESSAGES.size
  if (tire.from !== null && tire.to !== null && tire.from > tire.to) errors.to = RECALL_MESSAGES.order
  return { tire, errors }
}
