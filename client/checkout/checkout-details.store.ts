/**
 * What was typed into the checkout, stored in this tab while it is being filled in. The server keeps each step that was
 * sent; this keeps what was not, for a reload in the middle of a step (the checkout is active for 30 minutes).
 */
import { type CheckoutStep, isInCheckout, STEPS } from '../../schema/checkout/checkout.ts'
import { isStringRecord } from '../platform/islands/string-record.store.ts'

type Steps = Partial<Record<CheckoutStep, Record<string, string>>>

const KEY = 'checkout'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function read(storage: TextStorage, now: number): Steps {
  try {
    const stored: { modifiedAt?: unknown; steps?: unknown } | null = JSON.parse(
      storage.getItem(KEY) ?? 'null',
    )
    const { modifiedAt, steps } = stored ?? {}
    if (typeof modifiedAt !== 'number' || !isInCheckout(modifiedAt, now)) return {}
    if (typeof steps !== 'object' || steps === null) return {}
    const known = Object.entries(steps).filter(
      ([step, texts]) => (STEPS as readonly string[]).includes(step) && isStringRecord(texts),
    )
    return Object.fromEntries(known) as Steps
  } catch {
    return {}
  }
}

/** The texts of one step by field name; empty when nothing fresh is stored. */
export function readCheckoutDetails(
  storage: TextStorage,
  step: CheckoutStep,
  now: number,
): Record<string, string> {
  return read(storage, now)[step] ?? {}
}

export function saveCheckoutDetails(
  storage: TextStorage,
  step: CheckoutStep,
  fields: Readonly<Record<string, string>>,
  now: number,
): void {
  const known = read(storage, now)
  try {
    const { password: _, ...stored } = fields
    storage.setItem(KEY, JSON.stringify({ modifiedAt: now, steps: { ...known, [step]: stored } }))
  } catch {
    // Full or forbidden: the server still has every step that was sent.
  }
}

/** Forgets everything, after an order. */
export function clearCheckoutDetails(storage: TextStorage): void {
  try {
    storage.removeItem(KEY)
  } catch {
    // Forbidden storage stored nothing in the first place.
  }
}
