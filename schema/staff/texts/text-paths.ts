/** Addresses of texts, redirects and taxes in the back office. */
import { staffPaths } from '../../paths.ts'

/** Form endpoints. */
export const TEXT_FORMS = {
  texts: '/staff/texts/form',
  redirects: '/staff/redirects/form',
  taxes: '/staff/taxes/form',
} as const

/** The form of a new fee, which shows first what it would cost. */
export const NEW_FEE_PATH = `${staffPaths.taxes}new`

/** Returns the address of a text for staff; its id has a slash. */
export function staffTextHref(id: string): string {
  return `${staffPaths.texts}${id}`
}

/** Returns the address of a tax or fee for staff; its id has a slash. */
export function staffTaxHref(id: string): string {
  return `${staffPaths.taxes}${id}`
}
