/** The count of a bin: what was scanned in it against what should be there (H14). */
import { PRESENT_STATES, type UnitState } from '../units/unit-state.ts'

export interface ExpectedUnit {
  sku: string
  state: UnitState
  /** Tires that can be sold; a unit on sale without one is in an order, so it may have been picked. */
  qty: number
  /** Whether the count before did not find it either. */
  wasMissing: boolean
}

export interface ScannedUnit {
  sku: string
  /** Where the unit should be; `null` without a bin. */
  bin: string | null
}

export interface BinCount {
  found: string[]
  /** Expected and not scanned. */
  missing: { sku: string; wasMissing: boolean }[]
  /** Scanned, but of another bin or of none. */
  extra: ScannedUnit[]
  /** Codes that are no unit. */
  unknown: string[]
  /** Expected, not scanned, and in an order: nobody misses them. */
  ordered: string[]
}

/** Compares a count with the bin's units. `unknown` are scanned codes that were not found. */
export function compareCount(
  bin: string,
  {
    expected,
    scanned,
    unknown,
  }: { expected: readonly ExpectedUnit[]; scanned: readonly ScannedUnit[]; unknown: readonly string[] },
): BinCount {
  const seen = new Set(scanned.map(({ sku }) => sku))
  const absent = expected.filter(
    ({ sku, state }) => !seen.has(sku) && PRESENT_STATES.some((present) => present === state),
  )
  const isOrdered = ({ state, qty }: ExpectedUnit) => state === 'live' && qty === 0
  return {
    found: scanned.filter((unit) => unit.bin === bin).map(({ sku }) => sku),
    missing: absent.filter((unit) => !isOrdered(unit)).map(({ sku, wasMissing }) => ({ sku, wasMissing })),
    extra: scanned.filter((unit) => unit.bin !== bin),
    unknown: [...unknown],
    ordered: absent.filter(isOrdered).map(({ sku }) => sku),
  }
}

/** Checks whether a count leaves nothing to correct. */
export function isClean({ missing, extra }: BinCount): boolean {
  return missing.length === 0 && extra.length === 0
}
