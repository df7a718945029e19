/** Web vitals of a visit (https://web.dev/articles/vitals), as a page measures and reports them. */
import * as v from 'valibot'

/** Kinds of pages with values of their own; others are `other`. */
export const VITALS_PAGES = ['home', 'listing', 'search', 'product', 'text', 'cart', 'checkout', 'account']

/** Milliseconds since the navigation began. */
const time = v.pipe(v.number(), v.minValue(0), v.maxValue(600_000))

export const WEB_VITALS = v.strictObject({
  /** Kind of the page, as in the attribute `data-page` of its document. */
  page: v.optional(v.pipe(v.string(), v.maxLength(30))),
  /** Width of the window in pixels, which distinguishes phones from desktops; it is not stored. */
  width: v.pipe(v.number(), v.minValue(0), v.maxValue(100_000)),
  /** The browser's estimate; absent where the browser makes none. */
  connection: v.optional(v.picklist(['slow-2g', '2g', '3g', '4g'])),
  /** When the largest element was painted; absent where the browser does not measure it. */
  lcp: v.optional(time),
  /** Milliseconds from the slowest interaction to the next frame; 0 without a measured interaction. */
  inp: time,
  /** Layout shift of the worst moment. */
  cls: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000)),
  /** When the first byte arrived. */
  ttfb: v.optional(time),
  /** When a page that was rendered in advance was shown, which is its begin for the shopper. */
  begin: v.optional(time),
})
export type WebVitals = v.InferOutput<typeof WEB_VITALS>
