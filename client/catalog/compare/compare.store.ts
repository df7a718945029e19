/** The tires chosen for comparison, stored only in this browser and cleared at the sign-out. */
import { COMPARE_LIMIT, type ComparedItem } from '../../../schema/catalog/compare/compare.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import { COMPARE_KEY } from './compare-key.store.ts'

function isCompared(value: unknown): value is ComparedItem {
  const { sku, title } = (value ?? {}) as Partial<ComparedItem>
  return typeof sku === 'string' && typeof title === 'string'
}

/** The tires in the order in which they were chosen; empty without a valid value. */
const compared = storedValue(COMPARE_KEY, (stored) =>
  Array.isArray(stored) ? stored.filter(isCompared).slice(0, COMPARE_LIMIT) : [],
)

export const readCompared = compared.read

/** Stores the list; removes the key for an empty one. */
export function saveCompared(list: readonly ComparedItem[]): void {
  if (list.length === 0) compared.clear()
  else compared.save([...list])
}
