/** Addresses of changes of many units in the back office. */
import { staffPaths } from '../../paths.ts'
import { type UnitFilter, unitFilterQuery } from '../unit-list/unit-filter.ts'

export const BULK_PATHS = {
  jobs: staffPaths.bulk,
  /** Asks what to change; the units are marked ones, or those of a filter. */
  edit: staffPaths.unitsEdit,
  /** Edits marked units, or the first ones of a filter, cell by cell. */
  grid: staffPaths.unitsGrid,
  /** The call that saves the grid. */
  gridCall: '/api/ext/staff/units/grid',
  /** Form endpoint. */
  form: '/staff/bulk/form',
} as const

/** Returns the address of a change of many units. */
export function jobHref(id: number): string {
  return `${BULK_PATHS.jobs}${id}`
}

/** Returns the address that asks what to change of all units of a filter. */
export function editHref(filter: UnitFilter): string {
  return `${BULK_PATHS.edit}?${queryOf(filter)}`
}

/** Returns the address of the grid with the first units of a filter. */
export function gridHref(filter: UnitFilter): string {
  return withFilter(BULK_PATHS.grid, filter)
}

/** Returns the address of the progress of a change, for scripts. */
export function progressHref(id: number): string {
  return `${jobHref(id)}/progress`
}

/** Returns the address of the refused rows of an imported file. */
export function refusedHref(id: number | string): string {
  return `${BULK_PATHS.jobs}${id}/refused`
}

/** Returns the address of the CSV file with the units of a filter. */
export function exportHref(filter: UnitFilter): string {
  return withFilter(staffPaths.exportUnits, filter)
}

/** Returns the address that plans prices for the units of a filter. */
export function plansHref(filter: UnitFilter): string {
  return withFilter(staffPaths.plans, filter)
}

/** Leaves out the columns: they don’t change which units are listed. */
function queryOf(filter: UnitFilter): string {
  return unitFilterQuery({ ...filter, columns: [] })
}

function withFilter(path: string, filter: UnitFilter): string {
  const query = queryOf(filter)
  return query ? `${path}?${query}` : path
}

/** Form endpoint of price plans. */
export const PLAN_FORM_PATH = '/staff/plans/form'

/** Returns the address of a price plan. */
export function planHref(id: number | string): string {
  return `${staffPaths.plans}${id}`
}
