/**
 * The query parameters that cached pages read, with the values that they act on. All others are left out of the cache
 * key, since a made-up parameter would otherwise render and store the same page once more, and out of the address that
 * the page's route is given: a page cannot act on what its key does not have.
 */
import { NEWSLETTER_OUTCOMES } from '../schema/content/newsletter/newsletter.api.ts'
import { paths } from '../schema/paths.ts'

/** Parameters of campaigns: they follow a shopper around and change no page. */
export const CAMPAIGN = /^(utm_|gclid$|fbclid$|msclkid$|_ga$|mc_)/

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
const PRODUCT: Values = { childSku: ANY, view: ANY, zip: ANY, reviews: /^25$/ }
/** Lists redirect what is not the one spelling of a query, and these others are never stored. */
const EVERY_PARAMETER =
  /^\/(?:(?:t|c|landing|USA)(?:\/|$)|search$|compare\/$|picks\/$|applycoupon\/|customer\/)/

/** The parameters of a path that its page reads; `null` where all of them count. */
function valuesOf(path: string): Values | null {
  const exact = EXACT[path]
  if (exact) return exact
  if (path.startsWith('/p/')) return PRODUCT
  return EVERY_PARAMETER.test(path) ? null : {}
}

/** The router reads `/%61bout-us/` as `/about-us/`, so both have one key. */
export function plainSpelling(path: string): string {
  try {
    return encodeURI(decodeURI(path.replaceAll('%25', '%2525'))).replaceAll('%25', '%')
  } catch {
    return path
  }
}

/** What of the query makes another page of this path, in one order. */
export function pageParameters(path: string, query: Iterable<[string, string]>): [string, string][] {
  const read = parametersRead(valuesOf(path), query)
  return read.sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
}

/** The address with the parameters that its page may read; `null` where that is the address itself. */
export function addressRead(address: string): string | null {
  if (!address.includes('?')) return null
  const url = new URL(address)
  const values = valuesOf(plainSpelling(url.pathname))
  // A list reads all, in their order too: it redirects what is not its one spelling.
  if (values === null) return null
  url.search = new URLSearchParams(parametersRead(values, url.searchParams)).toString()
  return url.href
}

function parametersRead(values: Values | null, query: Iterable<[string, string]>): [string, string][] {
  const seen = new Set<string>()
  return [...query].filter(([name, value]) => {
    if (values === null) return !CAMPAIGN.test(name)
    // Pages read the first of two parameters with one name.
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst && Object.hasOwn(values, name) && values[name]?.test(value)
  })
}
