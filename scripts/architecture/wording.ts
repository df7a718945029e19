/** Wording that texts of the shop no longer have, and what to write. */
import { findVisibleTexts, type VisibleText } from './texts.ts'

const REPLACED_WORDING: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bno photograph\b/i, 'not a photo'],
  [/\be-mail/i, 'email'],
  [/\bmail(?:s|ed)?\b/i, 'email'],
  [/\bcan ?not\b/i, 'can’t'],
  [
    /\b(?:do|does|did|is|are|was|were|has|have|had|could|would|should|will) not\b/i,
    'the contraction: don’t, isn’t',
  ],
  [/\b(?:we|you|they) (?:will|are)\b(?= (?!and\b|or\b)\w)/i, 'the contraction: we’ll, you’re'],
  [/\b(?:it|that|there|what) is\b(?= \w)/i, 'the contraction: it’s, there’s'],
  [/\bstands? (?:at|behind|here|on|there)\b/i, 'where the reader finds it: “You’ll find it on …”'],
  [/\bbehind the (?:letter|size|slash)\b/i, 'after'],
  [/\b(?:leaves?|left) the factory\b/i, 'factory size, came with'],
  [/\bkeep looking\b/i, 'Continue shopping'],
  [/^so far$/i, 'Subtotal'],
  [/^use it$/i, 'the verb: Apply coupon'],
  [/^(?:goes|billed) to$/i, 'Ship to, Bill to'],
  [/\bmoney returned\b/i, 'Refunded'],
  [/\bworking days?\b/i, 'business day'],
  [/\b(?:some|every)body\b/i, 'someone, everyone'],
  [/\b(?:anew|any more|so that|meanwhile)\b/i, 'again, no longer, so'],
  [/, optional$/i, '(optional)'],
  [/\d %/, 'the percent sign without a blank'],
]

/** Texts that keep their wording: the requirements fix them word for word, or clients of the API read them. */
export const FIXED_TEXTS: readonly string[] = [
  'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
  'Delivery is not available for your current location.',
  'We can not identify text you have entered. Please enter a valid US zip code.',
  'Please use a valid e-mail address, such as name@example.com',
  'Error while sending reset password e-mail',
  'Provided email does not exist.',
  'Reset password feature does not work while offline!',
  'There is no Internet connection',
  'This order cannot be canceled.',
  'Due to technical reasons, your order cannot be proceeded right now. We are already fixing this issue!',
  'Product price is unknown, product cannot be added to the cart!',
  'The product is out of stock and cannot be added to the cart!',
  'The system is not sure about the stock quantity (volatile).',
  'No ip was passed from backend, cannot get geolocation',
  'Error refreshing user token. User is not authorized to access the resource',
  'Consumer is not authorized to access %resources',
  'Product that you are trying to add is not available.',
  'The cart does not contain the item {detail}.',
  'The requested qty is not available',
  'Invalid e-mail provided!',
  'should not be empty',
  'Email is not authorized!',
  'No transport is defined for mail service!',
  'Source email address is not provided!',
  'Target email address is not provided!',
  'Target email address (…) is not from the whitelist!',
]

export interface ReplacedWording extends VisibleText {
  instead: string
}

/** Returns what to write instead of a wording in a text; `null` when the text has none of them. */
export function replacementFor(text: string): string | null {
  const own = FIXED_TEXTS.reduce((rest, fixed) => rest.replace(fixed, ''), text)
  return REPLACED_WORDING.find(([pattern]) => pattern.test(own))?.[1] ?? null
}

/** Returns the visible texts with a wording that was replaced. */
export function findReplacedWording(): ReplacedWording[] {
  return findVisibleTexts().flatMap((found) => {
    const instead = replacementFor(found.text)
    return instead === null ? [] : [{ ...found, instead }]
  })
}
