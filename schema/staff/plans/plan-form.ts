/** The forms of price plans. */
import * as v from 'valibot'
import { ROW_ID } from '../../platform/forms/number-text.ts'
import { formatDay, shopDayEnd } from '../../platform/shop-calendar.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import type { PlanMonths } from './plan-season.ts'
import type { PlanStep } from './price-plan.ts'

const PLAN_STEPS_MAX = 3
const text = (max: number) => v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(max))
const STEPS = {
  ...{
    days1: text(4),
    days2: text(4),
    days3: text(4),
    percent1: text(4),
    percent2: text(4),
    percent3: text(4),
  },
}

export const PLAN_FORM = v.variant('action', [
  v.object({
    action: v.literal('create'),
    key: CHANGE_KEY,
    name: text(100),
    filter: text(2_000),
    begins: text(10),
    ends: text(10),
    /** Months from 1; both or none. */
    season_from: text(2),
    season_to: text(2),
    ...STEPS,
  }),
  v.object({ action: v.picklist(['approve', 'stop', 'undo', 'start']), plan: ROW_ID, key: CHANGE_KEY }),
])
export type PlanForm = v.InferOutput<typeof PLAN_FORM>
export type NewPlanForm = Extract<PlanForm, { action: 'create' }>

export const PLAN_MESSAGES = {
  name: 'Give the plan a name. It’s the reason in the history of each unit.',
  days: 'Type whole days up to 999 and whole percents from 1 to 90, later steps with more days.',
  begins: 'Choose the first day.',
  ends: 'The last day can’t be before the first one.',
  season: 'Choose the first and the last month, or none of them.',
  owner: 'Only the owner can allow a plan for more than a fifth of the stock, or with more than 25% off.',
  created: 'Saved. It makes its prices within the hour, then every day.',
  waiting: 'Saved. It’s large, so it waits for the owner.',
  approved: 'Allowed. It makes its prices within the hour.',
  stopped: 'Stopped. Its prices stay.',
  started: 'Started. It makes its prices within the hour.',
  undone: 'Stopped, and its prices are being undone.',
  state: 'Nothing was different, so nothing was changed.',
} as const

export type ParsedPlan =
  | {
      ok: true
      plan: {
        name: string
        steps: PlanStep[]
        beginsOn: string
        endsOn: string | null
        season: PlanMonths | null
      }
    }
  | { ok: false; field: string; message: string }

/** Returns the plan of a form, or which field is wrong. */
export function parsePlan(form: NewPlanForm): ParsedPlan {
  const { name, begins, ends } = form
  const refuse = (field: string, message: string) => ({ ok: false as const, field, message })
  if (!name) return refuse('name', PLAN_MESSAGES.name)
  const steps = parseSteps(form)
  if (!steps) return refuse('days1', PLAN_MESSAGES.days)
  if (shopDayEnd(begins) === null) return refuse('begins', PLAN_MESSAGES.begins)
  if (ends && (shopDayEnd(ends) === null || ends < begins)) return refuse('ends', PLAN_MESSAGES.ends)
  const season = parseSeason(form)
  if (season === undefined) return refuse('season_from', PLAN_MESSAGES.season)
  return { ok: true, plan: { name, steps, beginsOn: begins, endsOn: ends || null, season } }
}

/** Returns the months of a form, `null` for all of the year, `undefined` for one month without the other. */
function parseSeason({ season_from: from, season_to: to }: NewPlanForm): PlanMonths | null | undefined {
  if (from === '' && to === '') return null
  const isMonth = (text: string) => /^([1-9]|1[0-2])$/.test(text)
  return isMonth(from) && isMonth(to) ? { from: Number(from), to: Number(to) } : undefined
}

function parseSteps(form: NewPlanForm): PlanStep[] | null {
  const steps: PlanStep[] = []
  for (let at = 1; at <= PLAN_STEPS_MAX; at += 1) {
    const [days, percent] = [form[`days${at}` as 'days1'], form[`percent${at}` as 'percent1']]
    if (days === '' && percent === '') continue
    const isWhole = /^\d{1,3}$/.test(days) && /^[1-9]\d?$/.test(percent) && Number(percent) <= 90
    if (!isWhole || Number(days) <= (steps.at(-1)?.days ?? -1)) return null
    steps.push({ days: Number(days), percent: Number(percent) })
  }
  return steps.length > 0 ? steps : null
}

/** Names the steps of a plan: `10% after 60 days, 20% after 90 days`, or `10% off` from the first day. */
export function formatSteps(steps: readonly PlanStep[]): string {
  return steps
    .map(({ days, percent }) => (days === 0 ? `${percent}% off` : `${percent}% after ${days} days`))
    .join(', ')
}

/** Formats a day of a plan: `Fri, Nov 27, 2026`. */
export function formatPlanDay(day: string): string {
  return `${formatDay(Date.parse(day))}, ${day.slice(0, 4)}`
}
