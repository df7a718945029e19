/** Reads and writes tread depths as they are typed (H14): `7 7.5 7 6`, in 32nds of an inch. */

/** Returns the depths of a typed text; `null` if a part is no number. `7/32` counts as 7. */
export function parseDepths(text: string): number[] | null {
  const parts = text
    .replace(/\/32\b/g, '')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const depths = parts.map((part) => (/^\d{1,2}(\.\d)?$/.test(part) ? Number(part) : Number.NaN))
  return depths.some(Number.isNaN) ? null : depths
}

/** Formats depths as they are typed. */
export function formatDepths(depths: readonly number[]): string {
  return depths.join(' ')
}

/** Returns the name of a groove, counted from the outer side. */
export function grooveName(index: number, count: number): string {
  if (index === 0) return 'Outer'
  return index === count - 1 ? 'Inner' : 'Center'
}
