/** Addresses of units, bins and labels in the back office. */
import { staffPaths } from '../../paths.ts'

export const UNIT_PATHS = {
  units: staffPaths.units,
  bins: staffPaths.bins,
  move: staffPaths.move,
  labels: staffPaths.labels,
  /** Form endpoints. */
  unitForm: '/staff/units/form',
  viewsForm: '/staff/units/views/form',
  binsForm: '/staff/bins/form',
  labelsForm: '/staff/labels/form',
} as const

/** Returns the address of a unit for staff. */
export function unitHref(sku: string): string {
  return `${UNIT_PATHS.units}${encodeURIComponent(sku)}`
}

/** Returns the address of a bin. */
export function binHref(bin: string): string {
  return `${UNIT_PATHS.bins}${encodeURIComponent(bin)}`
}

/** Returns the address where a bin is counted. */
export function countHref(bin: string): string {
  return `${binHref(bin)}/count`
}

/** Returns the address of the label of a bin. */
export function binLabelHref(bin: string): string {
  return `${UNIT_PATHS.labels}?bins=${encodeURIComponent(bin)}`
}

/** Returns the address where units are moved, into this bin if it is known. */
export function moveHref(bin?: string): string {
  return bin === undefined ? UNIT_PATHS.move : `${UNIT_PATHS.move}?bin=${encodeURIComponent(bin)}`
}

/** Returns the address where the labels of these units are printed. */
export function labelsHref(skus: readonly string[]): string {
  return `${UNIT_PATHS.labels}?units=${skus.map(encodeURIComponent).join('+')}`
}

/** Returns the address of the page that makes a set of these tires. */
export function newSetHref(skus: readonly string[]): string {
  return `${staffPaths.newSet}?skus=${skus.map(encodeURIComponent).join('+')}`
}
