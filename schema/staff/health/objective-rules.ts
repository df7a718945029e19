/**
 * The service level objectives over 28 days, and their alert rules. A budget is the share of bad events that an objective
 * allows. Each objective has a rule for a fast burn, one for a slow burn, and one for a budget that is nearly used.
 */
import type { AlertRule } from './alert-rule.ts'
import {
  burnQuery,
  CHECKOUT_ERRORS,
  type ObjectiveEvents,
  PAGE_ERRORS,
  PAGE_LATENCY,
  usedBudgetQuery,
} from './objective-queries.sql.ts'

const HOUR = 60
const BUDGET_MINUTES = 28 * 24 * HOUR
/** A budget that burns so fast lasts for two days. */
const FAST_BURN = 14.4
/** A budget that burns so fast lasts for less than five days. */
const SLOW_BURN = 6
/** Above this percentage of a budget only repairs should be released, and an alert says so. */
const MAX_USED_BUDGET = 90

export interface Objective {
  name: string
  subject: string
  /** What is promised: `99.9% of pages`. */
  promise: string
  /** Names bad events in the title of an alert: `Pages fail`. */
  problem: string
  effect: string
  /** Names the events. */
  sampled: string
  events: ObjectiveEvents
}

export const OBJECTIVES: readonly Objective[] = [
  {
    name: 'page-errors',
    subject: 'Pages without an error',
    promise: '99.9% of pages',
    problem: 'Pages fail',
    effect: 'Shoppers see an error instead of a page.',
    sampled: 'pages',
    events: PAGE_ERRORS,
  },
  {
    name: 'page-latency',
    subject: 'Pages within 600 ms',
    promise: '95% of pages',
    problem: 'Pages are slow',
    effect: 'Shoppers wait longer than 600 ms for a page.',
    sampled: 'pages',
    events: PAGE_LATENCY,
  },
  {
    name: 'checkout-errors',
    subject: 'Checkout without a technical failure',
    promise: '99.95% of requests and payments',
    problem: 'The checkout fails',
    effect: 'Shoppers can’t finish their orders, or have to try again.',
    sampled: 'requests and payments',
    events: CHECKOUT_ERRORS,
  },
]

/** Returns the name of the rule that measures the used budget of an objective. */
export function budgetRuleName({ name }: Pick<Objective, 'name'>): string {
  return `${name}-budget`
}

/** Returns the least number of samples with which one bad event alone is no alert. */
function samplesFor({ allowed }: ObjectiveEvents, burn: number): number {
  return Math.max(100, Math.ceil(1 / (allowed * burn)) + 1)
}

export const OBJECTIVE_RULES: readonly AlertRule[] = OBJECTIVES.flatMap((objective): AlertRule[] => {
  const { name, subject, problem, effect, sampled, events } = objective
  const burns = 'times as many bad ones as the objective allows'
  return [
    {
      name: `${name}-fast-burn`,
      subject: `${subject}, this hour`,
      title: `${problem} far more often than promised`,
      effect,
      urgency: 'now',
      unit: burns,
      threshold: FAST_BURN,
      minSamples: samplesFor(events, FAST_BURN),
      sampled,
      window: HOUR,
      // Five minutes as well, so that the alert ends soon after its cause.
      source: { kind: 'points', query: burnQuery(events, [HOUR, 5]) },
    },
    {
      name: `${name}-slow-burn`,
      subject: `${subject}, six hours`,
      title: `${problem} more often than promised`,
      effect,
      urgency: 'today',
      unit: burns,
      threshold: SLOW_BURN,
      minSamples: samplesFor(events, SLOW_BURN),
      sampled,
      window: 6 * HOUR,
      source: { kind: 'points', query: burnQuery(events, [6 * HOUR]) },
    },
    {
      name: budgetRuleName(objective),
      subject: `${subject}, 28 days`,
      title: `${problem}: the budget of 28 days is nearly used`,
      effect: `${effect} This has added up over weeks.`,
      urgency: 'today',
      unit: '% of the budget of 28 days',
      threshold: MAX_USED_BUDGET,
      minSamples: samplesFor(events, MAX_USED_BUDGET / 100),
      sampled,
      window: BUDGET_MINUTES,
      source: { kind: 'points', query: usedBudgetQuery(events, BUDGET_MINUTES) },
    },
  ]
})
