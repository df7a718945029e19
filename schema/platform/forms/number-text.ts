/** Schemas of numbers: forms and addresses have them as text, JSON as numbers. */
import * as v from 'valibot'

/** The id of a row as text. A JavaScript number is exact up to 15 digits. */
export const ROW_ID = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))

/** Returns the schema of a whole number as text, from zero, with up to so many digits. */
export function numberText(digits: number) {
  return v.pipe(v.string(), v.regex(new RegExp(`^\\d{1,${digits}}$`)), v.transform(Number))
}

/** Returns the schema of a whole number from zero to `max`. */
export function wholeNumber(max: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))
}
