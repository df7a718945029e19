/** An exchange at the counter (H14r): the value of a return pays for other tires. Amounts in cents. */
import type { Cents } from '../../platform/money.ts'

export const EXCHANGE_MESSAGES = {
  gone: 'This return is settled or closed, so it can’t be exchanged.',
  open: 'This return is in another sale already. End that sale first.',
  pending:
    'The provider hasn’t confirmed the refund of the rest yet. Try again in a minute; the tires are held.',
  limit: 'The rest is more than you may give back. Ask a manager, or pick tires that cost more.',
  'no-holder': 'The customer’s data was erased, so this return can only be refunded.',
  failed: 'The return wasn’t settled, so nothing was sold. The tires are held.',
} as const
export type ExchangeProblem = keyof typeof EXCHANGE_MESSAGES

/** What becomes of what a return is worth above the price of the other tires. */
export const REST_CHOICES = ['money', 'credit'] as const
export type RestChoice = (typeof REST_CHOICES)[number]

/** Divides a sale between the value of the return and money: `due` is left to pay, `rest` to give back. One of both is zero. */
export function exchangeSums(value: Cents, total: Cents): { part: Cents; due: Cents; rest: Cents } {
  const part = Math.min(value, total)
  return { part, due: total - part, rest: value - part }
}
