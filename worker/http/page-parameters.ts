/**
 * The query parameters that cached pages read, with the values that they act on. All others are left out of the cache
 * key: a made-up parameter would otherwise render and store the same page once more.
 */
import { paths } from '../../schema/paths.ts'

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
  [paths.reviews]: { of: /^(shop|tires)$/, stars: /^[1-5]$/, page: /^[1-9]\d{0,4}$/, top: /^25$/ },
}
const PRODUCT: Values = { childSku: ANY, view: ANY, zip: ANY, reviews: /^25$/ }
/** Lists redirect what is not the one spelling of a question, and these others are never stored. */
const EVERY_PARAMETER =
  /^\/(?:(?:t|c|landing|USA)(?:\/|$)|search$|compare\/$|picks\/$|applycoupon\/|customer\/)/

/** The parameters of a path that its page reads; `null` where all of them count. */
function valuesOf(path: string): Values | null {
  const exact = EXACT[path]
  if (exact) return exact
  if (path.startsWith('/p/')) return PRODUCT
  return EVERY_PARAMETER.test(path) ? null : {}
}

/** What of the query makes another page of this path, in one order. */
export function pageParameters(path: string, query: Iterable<[string, string]>): [string, string][] {
  const values = valuesOf(path)
  const seen = new Set<string>()
  const read = [...query].filter(([name, value]) => {
    if (values === null) return !CAMPAIGN.test(name)
    // Pages read the first of two parameters with one name.
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst && Object.hasOwn(values, name) && values[name]?.test(value)
  })
  return read.sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
}
