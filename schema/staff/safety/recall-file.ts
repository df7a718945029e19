/**
 * Reads NHTSA's file of recalls (H14t): FLAT_RCL, rows of text with tabs, one for each product of a campaign. The sizes are in prose, so a row
 * names brand, model and weeks alone, and a person decides.
 */
import { OLDEST_YEAR } from '../../catalog/sizes/dot-code.ts'
import { DAY_MS } from '../../platform/duration.ts'
import { normalizeCampaign, type RecalledTire } from './recall-record.ts'

/** Columns of the file, from 0. */
const [CAMPAIGN, MAKE, MODEL, MAKER] = [1, 2, 3, 7]
const [MADE_FROM, MADE_UNTIL, TYPE, REPORTED] = [8, 9, 10, 15]
const [DEFECT, CONSEQUENCE, REMEDY] = [19, 20, 21]
const TIRE = 'T'
const NAME_MAX = 120
const TEXT_MAX = 2_900

export interface RecallRow {
  campaign: string
  maker: string
  notice: string
  remedy: string
  tire: RecalledTire
}

/** Returns a row about tires that can still be on sale; `null` for other rows. Dates are `YYYYMMDD`. */
export function parseRecallRow(line: string): RecallRow | null {
  const cells = line.split('\t')
  const cell = (index: number, max = NAME_MAX) => (cells[index] ?? '').trim().slice(0, max)
  const campaign = normalizeCampaign(cell(CAMPAIGN))
  const brand = cell(MAKE)
  if (cell(TYPE) !== TIRE || brand === '' || !/^[A-Z0-9]{3,20}$/.test(campaign)) return null
  // A tire that was made after the maker reported the recall isn't one of the recalled ones.
  const to = toWeek(cell(MADE_UNTIL)) ?? toWeek(cell(REPORTED))
  if (to === null || to < OLDEST_YEAR * 100) return null
  const from = toWeek(cell(MADE_FROM))
  const model = cell(MODEL)
  return {
    campaign,
    maker: cell(MAKER),
    notice: [cell(DEFECT, TEXT_MAX), cell(CONSEQUENCE, TEXT_MAX)].filter(Boolean).join(' '),
    remedy: cell(REMEDY, TEXT_MAX),
    tire: {
      brand,
      model: model === '' || /^(unknown|n\/?a|all)$/i.test(model) ? null : model,
      size: null,
      from: from !== null && from > to ? null : from,
      to,
    },
  }
}

/** Returns the ISO week of a date as a DOT code counts it, `202319`; `null` for a text that is no date. */
export function toWeek(date: string): number | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? []
  if (!year || !month || !day) return null
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // The week of its Thursday.
  const thursday = at + (3 - ((new Date(at).getUTCDay() + 6) % 7)) * DAY_MS
  const weekYear = new Date(thursday).getUTCFullYear()
  return weekYear * 100 + Math.floor((thursday - Date.UTC(weekYear, 0, 1)) / (7 * DAY_MS)) + 1
}
