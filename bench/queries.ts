/** Addresses of lists that all differ, so that no cached page can answer. */
import type { Call } from './measure.ts'

const SORTS = ['', 'final_price:asc', 'final_price:desc', 'tread_depth:desc', 'url_key:asc']
/** Whole dollars per tire; a wide range, so that a list of the 2,000 units of the bench fills its page. */
const CHEAPEST = 26
const DEAREST = [100, 400]
const PAGES = 8

/**
 * Returns `count` different lists of 50, by price range, sort and page, in the spelling that is not
 * redirected. Requests with a token bypass the page cache; the value of the token does not matter.
 */
export function differentLists(count: number): Call[] {
  return Array.from({ length: count }, (_, number) => {
    const sort = SORTS[number % SORTS.length] ?? ''
    let rest = Math.floor(number / SORTS.length)
    const page = 1 + (rest % PAGES)
    rest = Math.floor(rest / PAGES)
    const from = 1 + (rest % CHEAPEST)
    const [min = 0, max = 0] = DEAREST
    const to = min + (Math.floor(rest / CHEAPEST) % (max - min))
    const search = [
      `price_from=${from}&price_to=${to}`,
      ...(sort ? [`sort=${sort}`] : []),
      ...(page > 1 ? [`page=${page}`] : []),
    ].join('&')
    return { path: `/t?${search}`, headers: { Authorization: 'Bearer null' } }
  })
}
