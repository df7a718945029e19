import { formatQuantity } from '../platform/count.ts'

/** Formats units that are not single tires: `2 sets (8 tires)`; empty for single tires. */
export function formatUnits(qty: number, setqty: number): string {
  if (setqty === 1) return ''
  return `${formatQuantity(qty, setqty === 2 ? 'pair' : 'set')} (${qty * setqty} tires)`
}
