/** Usable tread. Depths are in 32nds of an inch. */

/** The legal minimum in most states. */
export const LEGAL_TREAD = 2

/** Returns the tread above the legal minimum. */
export function usableTread(treadDepth: number): number {
  return Math.max(0, treadDepth - LEGAL_TREAD)
}

/** Returns the remaining share of a new tire's usable tread in whole percent, by the shallowest groove. */
export function usableTreadPercent(grooves: readonly (readonly number[])[], treadNew: number): number {
  const depths = grooves.flat()
  if (depths.length === 0 || treadNew <= LEGAL_TREAD) return 0
  return Math.min(100, Math.round((100 * usableTread(Math.min(...depths))) / usableTread(treadNew)))
}
