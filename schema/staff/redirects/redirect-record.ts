/** A redirect from a former address of the shop to one of today, as a record that staff change (H14l). */
import * as v from 'valibot'
import { plainPath } from '../../platform/http/plain-path.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

export interface RedirectValues {
  /** The address of a page of the shop, with a slash at the beginning; `null` for a redirect that was stopped. */
  location: string | null
  /** Search engines replace the former address; else the redirect is for some time. */
  isPermanent: boolean
}

export interface RedirectFacts {
  path: string
  /** The address belongs to a list, a category or a text. */
  isTaken: boolean
  /** The path that the target has without slashes is redirected itself. */
  isTargetRedirected: boolean
  /** Other redirects lead to this path. */
  isTarget: boolean
}

/** The path of a redirect without slashes at its ends, from a typed path or a whole address. */
export const REDIRECT_PATH = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2_000),
  v.transform((text) => plainPath(text.replace(/^https?:\/\/[^/?#]+/i, '').replace(/[?#].*$/s, ''))),
  v.string(),
)

/** A path of the shop, maybe with a query; `//host` would be another site. */
const LOCATION = v.pipe(v.string(), v.trim(), v.maxLength(500), v.regex(/^\/(?![/\\])[^\s\\]*$/))

export const REDIRECT_PATCH = v.partial(
  v.strictObject({ location: v.nullable(LOCATION), isPermanent: v.boolean() }),
)
export type RedirectPatch = v.InferOutput<typeof REDIRECT_PATCH>

export const NEW_REDIRECT: RedirectValues = { location: null, isPermanent: true }

/** Returns the path of a target as the map of addresses stores it. */
export function targetPath(location: string): string | null {
  return plainPath(location.replace(/[?#].*$/s, ''))
}

/** Evaluates a redirect: a visitor follows one redirect at most, and no page of the shop is hidden. */
export function evaluateRedirect(
  before: RedirectValues,
  patch: RedirectPatch | Partial<RedirectValues>,
  { path, isTaken, isTargetRedirected, isTarget }: RedirectFacts,
  { actor }: EvaluationContext,
): Evaluation<RedirectValues> {
  if (!actor.may('texts')) return { ok: false, problem: 'permission' }
  if (isTaken) return { ok: false, problem: 'address-taken', field: 'path' }
  const after: RedirectValues = { ...before, ...(patch as Partial<RedirectValues>) }
  // There is nothing to stop.
  if (after.location === null && before.location === null) return { ok: false, problem: 'gone' }
  if (after.location !== null) {
    if (targetPath(after.location)?.toLowerCase() === path.toLowerCase())
      return { ok: false, problem: 'redirect-loop', field: 'location' }
    if (isTargetRedirected) return { ok: false, problem: 'redirect-chain', field: 'location' }
    if (isTarget) return { ok: false, problem: 'redirect-target', field: 'path' }
  }
  return { ok: true, after: changedFields(before, after) }
}
