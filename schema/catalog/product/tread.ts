/** How much tread is left to drive. Depths are in 32nds of an inch. */

/** The legal end of a tire in most states. */
export const LEGAL_TREAD = 2

/** 32nds of an inch that can still be driven. */
export function usableTread(treadDepth: number): number {
  return Math.max(0, treadDepth - LEGAL_TREAD)
}

/** What of the usable tread of a new tire is left, in whole percent; the least groove counts. */
export function usableTreadPercent(grooves: readonly (readonly number[])[], treadNew: number): number {
  const depths = grooves.flat()
  if (depths.length === 0 || treadNew <= LEGAL_TREAD) return 0
  return Math.min(100, Math.round((100 * usableTread(Math.min(...depths))) / usableTread(treadNew)))
}
