/** Compares tires side by side. The browser stores the selection until sign-out (F6); the page reads it from its address. */
import type { Cents } from '../../platform/money.ts'
import { usableTread } from '../product/tread.ts'

/** More than four tires do not fit side by side. */
export const COMPARE_LIMIT = 4

export const COMPARE_FULL = 'Four tires can be compared at once. Remove one to add another.'

/** A selected tire: the sku of its product and its label in the bar. */
export interface ComparedItem {
  sku: string
  title: string
}

type CompareResult = { ok: true; list: ComparedItem[] } | { ok: false; message: typeof COMPARE_FULL }

/** Removes a selected tire, or adds it unless four are selected. */
export function toggleCompared(list: readonly ComparedItem[], tire: ComparedItem): CompareResult {
  const others = list.filter(({ sku }) => sku !== tire.sku)
  if (others.length < list.length) return { ok: true, list: others }
  if (list.length >= COMPARE_LIMIT) return { ok: false, message: COMPARE_FULL }
  return { ok: true, list: [...list, tire] }
}

const SKU = /^[A-Za-z0-9][\w.-]{0,63}$/

/**
 * Parses the skus of an address: only well-formed skus, each once, in their order. `surplus` is the number of skus
 * above the limit.
 */
export function parseCompared(params: Iterable<string>): { skus: string[]; surplus: number } {
  const skus = [...new Set(params)].filter((sku) => SKU.test(sku))
  return { skus: skus.slice(0, COMPARE_LIMIT), surplus: Math.max(0, skus.length - COMPARE_LIMIT) }
}

/** Returns the price of one 32nd of usable tread, rounded up to a cent; `null` without usable tread. */
export function costPer32nd(perTire: Cents, treadDepth: number): Cents | null {
  const usable = usableTread(treadDepth)
  return usable > 0 ? Math.ceil(perTire / usable) : null
}

/** Returns the skus with the lowest price per 32nd; none when fewer than two can be compared. */
export function bestValue(tires: readonly { sku: string; cost: Cents | null }[]): string[] {
  const measured = tires.flatMap(({ sku, cost }) => (cost === null ? [] : [{ sku, cost }]))
  const min = Math.min(...measured.map(({ cost }) => cost))
  const best = measured.filter(({ cost }) => cost === min)
  return measured.length > 1 && best.length < measured.length ? best.map(({ sku }) => sku) : []
}
