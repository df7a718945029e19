/** Addresses of registrations and recalls (H14t). */
import { staffPaths } from '../../paths.ts'

export const SAFETY_PATHS = {
  registrations: staffPaths.registrations,
  registrationFile: '/staff/registrations/file',
  registrationsForm: '/staff/registrations/form/',
  recalls: staffPaths.recalls,
  recallsForm: '/staff/recalls/form/',
  recallFile: '/staff/recalls/file/',
} as const

/** The setting with the address of NHTSA's file of recalls, which cron fetches; empty without. */
export const RECALL_FILE_PATH = 'staff/recall-file'

/** Returns the address of a recall. */
export function recallHref(campaign: string): string {
  return `${SAFETY_PATHS.recalls}${campaign}`
}

/** Returns the address where the TINs of an order's new tires are typed. */
export function registrationHref(orderNumber: string): string {
  return `${SAFETY_PATHS.registrations}${orderNumber}`
}

/** Returns the address of the forms that go with an order's new tires, for paper. */
export function registrationSheetHref(orderNumber: string): string {
  return `${registrationHref(orderNumber)}/form`
}

/** Returns the address of the file with the registrations that wait for a maker. */
export function registrationFileHref(brand: string): string {
  return `${SAFETY_PATHS.registrationFile}?brand=${encodeURIComponent(brand)}`
}
