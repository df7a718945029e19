/** The forms of a redirect: all of it, or to stop it (H14l). */
import * as v from 'valibot'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'

const typed = v.optional(v.pipe(v.string(), v.trim()), '')

export const REDIRECT_FORM = v.object({
  action: v.picklist(['save', 'stop']),
  path: typed,
  location: typed,
  /** Empty for a redirect for some time. */
  permanent: typed,
  version: FORM_VERSION,
  key: CHANGE_KEY,
})
export type RedirectForm = v.InferOutput<typeof REDIRECT_FORM>

export const REDIRECT_MESSAGES = {
  path: 'Enter the old path, such as /winter-sale.',
  location: 'Enter a path of the shop, such as /t/z/winter.',
  living: 'The shop has a page at this address, and a redirect never hides a page.',
  missing: 'The shop has no page at this address.',
  saved: 'Saved. The shop uses it now.',
  stopped: 'Stopped. The old path has no page again.',
  unchanged: 'Nothing was different, so nothing was changed.',
  wrong: 'Some fields need another look.',
} as const

/** Returns what is wrong with a target that leads on to another address. */
export function leadsOn(to: string): string {
  return `This address leads on to ${to}. Use the last one.`
}
