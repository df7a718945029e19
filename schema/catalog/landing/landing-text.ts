/**
 * Placeholders in texts of landings (B6): `{count} in stock from {min_price}. Counted {date} at {time}.` The date
 * is that of Chicago and changes at 12:01 a.m., because the displayed time is always 12.01AM.
 */
export const UPDATING_TIME = '12.01AM'

const longDate = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** Formats the result of `updatingDay`: `November 21, 2026`. */
export function formatUpdatingDate(day: number): string {
  return longDate.format(day)
}

/** The first four have values that the page computes; the others are attributes of the landing. */
export const PLACEHOLDERS = [
  'count',
  'min_price',
  'date',
  'time',
  'name',
  'size',
  'brand',
  'model',
  'condition',
  'rim',
  'season',
  'make',
  'car_model',
  'year',
  'trim',
  /** Model and trim together: `IS 250`. */
  'car_trim',
] as const
export type PlaceholderValues = Partial<Record<(typeof PLACEHOLDERS)[number], string>>

const DATE_PLACEHOLDER = '{date}'
const PLACEHOLDER = /\{(\w+)\}/g

/** Replaces the placeholders of a text. A placeholder without a value is removed together with the surplus spaces. */
export function renderTemplate(text: string, values: PlaceholderValues): string {
  const known = new Map<string, string | undefined>(Object.entries(values))
  let hasGaps = false
  const filled = text.replace(PLACEHOLDER, (_, name: string) => {
    const value = known.get(name)
    if (value === undefined) hasGaps = true
    return value ?? ''
  })
  return hasGaps
    ? filled
        .replace(/[ \t]{2,}/g, ' ')
        .replace(/ +([.,;:])/g, '$1')
        .trim()
    : filled
}

/** Splits a text at its date placeholder, so that a page can render the date as an element; one piece without a date. */
export function splitAtDate(text: string): [before: string, after?: string] {
  const at = text.indexOf(DATE_PLACEHOLDER)
  return at < 0 ? [text] : [text.slice(0, at).trimEnd(), text.slice(at + DATE_PLACEHOLDER.length)]
}
