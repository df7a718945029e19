/**
 * The query parameters that cached pages read, with the values that they accept. Other parameters are removed
 * from the cache key, because an invented parameter would otherwise render and store the same page again.
 * They are also removed from the address that the route of the page receives, so that no page depends on a
 * parameter that its key does not have.
 */
import { NEWSLETTER_OUTCOMES } from '../schema/content/newsletter/newsletter.api.ts'
import { paths } from '../schema/paths.ts'

/** Names of campaign parameters; they change no page. */
export const CAMPAIGN_PARAMETER = /^(utm_|gclid$|fbclid$|msclkid$|_ga$|mc_)/

type Values = Readonly<Record<string, RegExp>>

const SIZE_PART = /^\d{2,3}(\.5)?$/
const SIZE_PARTS: Values = { width: SIZE_PART, aspect: SIZE_PART, rim: SIZE_PART }
const ANY = /^/

const EXACT: Readonly<Record<string, Values>> = {
  '/t/s': SIZE_PARTS,
  [paths.sizes]: SIZE_PARTS,
  [paths.contacts]: { sent: /^1$/ },
  [paths.newsletter]: { state: new RegExp(`^(${NEWSLETTER_OUTCOMES.join('|')})$`) },
  [paths.reviews]: { of: /^(shop|tires)$/, stars: /^[1-5]$/, page: /^[1-9]\d{0,4}$/, top: /^25$/ },
}
const PRODUCT: Values = {
  childSku: ANY,
  view: ANY,
  zip: ANY,
  reviews: /^25$/,
  stars: /^[1-5]$/,
  voted: /^\d{1,9}$/,
  reported: /^\d{1,9}$/,
  asked: /^1$/,
}
/** Lists redirect other spellings of a query to the canonical one; the other paths here are never cached. */
const EVERY_PARAMETER =
  /^\/(?:(?:t|c|landing|USA)(?:\/|$)|search$|compare\/$|picks\/$|applycoupon\/|customer\/)/

/** Returns the parameters that the page of a path reads; `null` when the page reads all of them. */
function valuesOf(path: string): Values | null {
  const exact = EXACT[path]
  if (exact) return exact
  if (path.startsWith('/p/')) return PRODUCT
  return EVERY_PARAMETER.test(path) ? null : {}
}

/** Returns one spelling of a path, for one cache key: the router reads `/%61bout-us/` as `/about-us/`. */
export function normalizePath(path: string): string {
  try {
    return encodeURI(decodeURI(path.replaceAll('%25', '%2525'))).replaceAll('%25', '%')
  } catch {
    return path
  }
}

/** Returns the parameters that distinguish pages of this path, sorted, for the cache key. */
export function pageParameters(path: string, query: Iterable<[string, string]>): [string, string][] {
  return parametersRead(valuesOf(path), query).sort(([a, x], [b, y]) =>
    a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1,
  )
}

/** Returns the address with only the parameters that its page reads; `null` when it stays the same. */
export function withoutUnreadParameters(address: string): string | null {
  if (!address.includes('?')) return null
  const url = new URL(address)
  const values = valuesOf(normalizePath(url.pathname))
  // A list needs all parameters in their order, because it redirects other spellings to the canonical one.
  if (values === null) return null
  url.search = new URLSearchParams(parametersRead(values, url.searchParams)).toString()
  return url.href
}

function parametersRead(values: Values | null, query: Iterable<[string, string]>): [string, string][] {
  const seen = new Set<string>()
  return [...query].filter(([name, value]) => {
    if (values === null) return !CAMPAIGN_PARAMETER.test(name)
    // Pages read the first of several parameters with the same name.
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst && Object.hasOwn(values, name) && values[name]?.test(value)
  })
}
