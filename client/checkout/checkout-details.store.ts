/**
 * The typed values of the checkout, stored in this tab. The server stores each submitted step; this store has the
 * values that are not submitted yet, for a reload within a step (the checkout is active for 30 minutes).
 */
import { type CheckoutStep, isInCheckout, STEPS } from '../../schema/checkout/checkout.ts'
import { storedValue } from '../platform/storage/stored-value.store.ts'
import { isStringRecord } from '../platform/storage/string-record.store.ts'
import { CHECKOUT_DETAILS_KEY } from './checkout-details-key.store.ts'

type Steps = Partial<Record<CheckoutStep, Record<string, string>>>

interface CheckoutDetails {
  modifiedAt: number
  steps: Steps
}

const EMPTY: CheckoutDetails = { modifiedAt: 0, steps: {} }

function parse(stored: unknown): CheckoutDetails {
  const { modifiedAt, steps } = (stored ?? {}) as { modifiedAt?: unknown; steps?: unknown }
  if (typeof modifiedAt !== 'number' || typeof steps !== 'object' || steps === null) return EMPTY
  const known = Object.entries(steps).filter(
    ([step, texts]) => (STEPS as readonly string[]).includes(step) && isStringRecord(texts),
  )
  return { modifiedAt, steps: Object.fromEntries(known) }
}

const details = storedValue(CHECKOUT_DETAILS_KEY, parse, () => sessionStorage)

function readSteps(now: number): Steps {
  const { modifiedAt, steps } = details.read()
  return isInCheckout(modifiedAt, now) ? steps : {}
}

/** Returns the texts of one step by field name; empty when the stored checkout is no longer active. */
export function readCheckoutDetails(step: CheckoutStep, now: number): Record<string, string> {
  return readSteps(now)[step] ?? {}
}

/** Stores the texts of one step, except the password. */
export function saveCheckoutDetails(
  step: CheckoutStep,
  { password: _, ...fields }: Readonly<Record<string, string>>,
  now: number,
): void {
  details.save({ modifiedAt: now, steps: { ...readSteps(now), [step]: fields } })
}
