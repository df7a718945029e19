/** The tires chosen for comparison, stored in this browser alone and cleared on logout. */
import { COMPARE_LIMIT, type ComparedItem } from '../../../schema/catalog/compare/compare.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import { COMPARE_KEY } from './compare-key.store.ts'

function isCompared(value: unknown): value is ComparedItem {
  const { sku, title } = (value ?? {}) as Partial<ComparedItem>
  return typeof sku === 'string' && typeof title === 'string'
}

/** In the order of choosing; empty when nothing readable is stored. */
const compared = storedValue(COMPARE_KEY, (stored) =>
  Array.isArray(stored) ? stored.filter(isCompared).slice(0, COMPARE_LIMIT) : [],
)

export const readCompared = compared.read

export function saveCompared(list: readonly ComparedItem[]): void {
  if (list.length === 0) compared.clear()
  else compared.save([...list])
}
