/**
 * Placeholders in texts of landings (B6): `{count} in stock from {min_price}. Counted {date} at {time}.` The date is
 * Chicago's and changes at 12:01 a.m., because the time is always given as 12.01AM.
 */
export const UPDATING_TIME = '12.01AM'

const longDate = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** Formats the result of `updatingDay`: `November 21, 2026`. */
export function formatUpdatingDate(day: number): string {
  return longDate.format(day)
}

/** The first four are filled by the page itself, the others name attributes of the landing. */
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
] as const
export type PlaceholderValues = Partial<Record<(typeof PLACEHOLDERS)[number], string>>

const DATE_PLACEHOLDER = '{date}'
const PLACEHOLDER = /\{(\w+)\}/g

/** Fills the placeholders of a text. Placeholders without a value are removed with the gap that they leave. */
export function renderTemplate(text: string, fillings: PlaceholderValues): string {
  const given = new Map<string, string | undefined>(Object.entries(fillings))
  let gaps = false
  const filled = text.replace(PLACEHOLDER, (_, name: string) => {
    const value = given.get(name)
    if (value === undefined) gaps = true
    return value ?? ''
  })
  return gaps
    ? filled
        .replace(/[ \t]{2,}/g, ' ')
        .replace(/ +([.,;:])/g, '$1')
        .trim()
    : filled
}

/** Splits a text at its date, so that a page can mark the date up; one piece without a date. */
export function splitAtDate(text: string): [before: string, after?: string] {
  const at = text.indexOf(DATE_PLACEHOLDER)
  return at < 0 ? [text] : [text.slice(0, at).trimEnd(), text.slice(at + DATE_PLACEHOLDER.length)]
}
