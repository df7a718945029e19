/** The tires chosen for comparison, stored in this browser alone and cleared on logout. */
import { COMPARE_LIMIT, type ComparedItem } from '../../../schema/catalog/compare/compare.ts'

const KEY = 'compare'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** This browser's storage; `null` where even looking at it is forbidden. */
export function compareStorage(): TextStorage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

function isCompared(value: unknown): value is ComparedItem {
  const { sku, title } = (value ?? {}) as Partial<ComparedItem>
  return typeof sku === 'string' && typeof title === 'string'
}

/** What is chosen, in the order of choosing; empty when nothing readable is stored. */
export function readCompared(storage: TextStorage | null): ComparedItem[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isCompared).slice(0, COMPARE_LIMIT) : []
  } catch {
    // Storage may be forbidden or hold something else; the page compares by its address anyway.
    return []
  }
}

export function saveCompared(storage: TextStorage | null, list: readonly ComparedItem[]): void {
  try {
    if (list.length === 0) storage?.removeItem(KEY)
    else storage?.setItem(KEY, JSON.stringify(list))
  } catch {
    // Full or forbidden: the choice lasts as long as this page.
  }
}

/** Forgets the comparison; for logout. */
export function clearCompare(storage: TextStorage | null): void {
  saveCompared(storage, [])
}

/** Subscribes to changes made in the shopper's other tabs. */
export function subscribeCompare(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // Without a key everything was cleared.
    if (key === KEY || key === null) listener()
  })
}
