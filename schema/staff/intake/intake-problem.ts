/** The words of each problem that intake finds. */
import type { Problem } from './intake-draft.ts'

/** `{name}` stands for a value. */
const MESSAGES = {
  'size-missing': 'Enter the size.',
  'size-unknown': 'We can’t read this size. Write it as on the sidewall: 225/45R17 94W.',
  'load-missing': 'Add load index and speed after the size, such as 94W.',
  'size-new': 'We’ve never had the size {size}. Is it right?',
  'brand-missing': 'Enter the brand.',
  'model-missing': 'Enter the model.',
  'name-characters': 'Use letters, digits and . , - ’ & + / only.',
  'name-is-size': 'This is a size. Enter the name on the sidewall.',
  'season-missing': 'Choose a season.',
  'tread-new-missing': 'Enter the tread depth of a new tire of this model.',
  'tread-new-range': 'A new tire has 5 to 40 thirty-seconds of tread.',
  'model-new': 'New model. A manager will check its name.',
  'depths-missing': 'Measure each groove.',
  'depths-many': 'Enter up to 6 grooves.',
  'depth-range': 'Groove {groove}: a depth is 0 to 40 thirty-seconds.',
  'depth-half': 'Groove {groove}: enter whole or half thirty-seconds, such as 7.5.',
  'tread-low': 'Little tread: {least}/32 in. Few people buy below 4/32 in.',
  'uneven-set': 'Grooves differ by {spread}/32 in, so “Uneven wear” is set.',
  'deeper-than-new': 'Deeper than new ({treadNew}/32 in). Did you measure it again?',
  'tread-below-legal': 'Below 2/32 in: scrap this tire.',
  'dot-missing': 'Enter week and year, such as 2319.',
  'dot-length': 'Enter four digits, week and year, or the whole TIN of 7 to 13 symbols.',
  'tin-symbols': 'A TIN ends in four digits and has no I, O, Q, S or Z.',
  'dot-week': 'A week is 01 to 53.',
  'dot-future': 'This week hasn’t come yet. Check week and year.',
  'dot-too-old': 'Made before 2011, or typed wrong: check week and year. We don’t sell older tires.',
  'age-over': '{years} years old. A manager must take it in.',
  'age-high': '{years} years old. Buyers see its age.',
  'dot-unreadable': 'It’s parked until someone can read the code.',
  'findings-missing': 'Choose what you found, or “Nothing wrong”.',
  'findings-contradict': 'You chose findings and “Nothing wrong”. Keep one.',
  'finding-size': 'Enter the size of the plug-patch in millimeters.',
  'finding-size-range': 'A plug-patch is 1 to 50 mm wide.',
  'knock-out': '{finding}: scrap this tire.',
  'air-test-missing': 'Choose “Held air” or “Air test later”.',
  'grade-higher': 'The findings allow grade {grade} at best.',
  'tread-photo-missing': 'Take a photo of the tread.',
  'photos-missing': 'Photos still to take: {photos}.',
  'price-missing': 'Enter a price.',
  'price-range': 'Enter a price of $1 to $9,999.',
  'price-below-floor': 'The price must be {floor} or more.',
  'price-floor-why': 'Say why the price is below {floor}.',
  'price-far': 'The price is {percent}% off the suggestion. A manager must set it.',
  'price-why': 'Say why the price is {percent}% off the suggestion.',
  'bin-missing': 'No bin chosen. Nobody will know where it is.',
  'bin-unknown': 'There’s no bin {bin}. A manager can add it.',
  'lot-unknown': 'This lot no longer exists. Choose another one.',
} as const satisfies Record<string, string>

export type ProblemCode = keyof typeof MESSAGES

/** Returns a problem with its words. */
export function toProblem(
  code: ProblemCode,
  values: Readonly<Record<string, string | number>> = {},
): Problem {
  const message = MESSAGES[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  return { code, message }
}

/** Returns a question that ends when the person answers it with yes. */
export function toQuestion(
  code: ProblemCode,
  values: Readonly<Record<string, string | number>> = {},
): Problem {
  return { ...toProblem(code, values), ask: true }
}
