/**
 * Events of pages that hold no scripts of others (cart, checkout, account), carried in this tab to the next page that may.
 * Only after consent; whoever reads them takes them away.
 */
import type { ShopEvent } from '../../../schema/platform/analytics/analytics-event.ts'

/** As it is passed on: with the moment when it happened, in milliseconds. */
export type ToldEvent = ShopEvent & { at: number }

const KEY = 'events-carried'
const MOST = 50

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `storage` is asked for here, because even naming it may be forbidden. */
export function carryEvent(storage: () => Kept, event: ToldEvent): void {
  try {
    const carried = [...read(storage()), event].slice(-MOST)
    storage().setItem(KEY, JSON.stringify(carried))
  } catch {
    // Full or forbidden: nobody hears of it.
  }
}

export function takeCarried(storage: () => Kept): ToldEvent[] {
  try {
    const carried = read(storage())
    storage().removeItem(KEY)
    return carried
  } catch {
    return []
  }
}

function read(storage: Kept): ToldEvent[] {
  const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
  // Written by `carryEvent` only.
  return Array.isArray(kept) ? (kept as ToldEvent[]) : []
}
