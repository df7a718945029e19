/** Words and wordings that were replaced do not return. */
import { expect, test } from 'vitest'
import { countSyllables, measureReadability } from './architecture/readability.ts'
import { findVisibleTexts, visibleTextsOf } from './architecture/texts.ts'
import { FIXED_TEXTS, findReplacedWording, replacementFor } from './architecture/wording.ts'
import { findPrivateWords } from './architecture/words.ts'

test('[H10] the repository uses the standard terms of the field', () => {
  const found = findPrivateWords()
  const advice = found.map(
    ({ word, instead, places }) => `"${word}" in ${places.slice(0, 3).join(', ')} …: write ${instead}`,
  )
  expect(advice).toEqual([])
})

test('[H10] texts of pages, forms, mails and base data read as American shop copy', () => {
  const found = findReplacedWording()
  expect(found.map(({ file, line, text, instead }) => `${file}:${line} "${text}": write ${instead}`)).toEqual(
    [],
  )
})

test('[H10] each text that keeps its wording is still in use', () => {
  const all = findVisibleTexts().map(({ text }) => text)
  expect(FIXED_TEXTS.filter((fixed) => !all.some((text) => text.includes(fixed)))).toEqual([])
})

test.each([
  ['Your e-mail', 'email'],
  ['No mail came?', 'email'],
  ['We can not take this form.', 'can’t'],
  ['It is no photograph of this tire.', 'not a photo'],
  ['What was found stands on the page', 'where the reader finds it'],
  ['Two digits behind the slash', 'after'],
  ['Keep looking', 'Continue shopping'],
  ['So far', 'Subtotal'],
  ['Goes to', 'Ship to'],
  ['Phone, optional', '(optional)'],
  ['Each is read, so that nobody is misled.', 'so'],
])('[H10] "%s" is reported', (text, instead) => {
  expect(replacementFor(text)).toContain(instead)
})

test.each([
  'We’ll email you.',
  'Where we are',
  'Available once it is.',
  'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
])('[H10] "%s" is not reported', (text) => {
  expect(replacementFor(text)).toBeNull()
})

test('[H10] visible texts are read from strings, templates, elements, Markdown and CSV, not from names and queries', () => {
  const source = `
    import { a } from 'some place.ts'
    const text = 'Your cart is empty.'
    const label = \`Add \${count} tires\`
    const rows = sql\`select from tires\`
    const page = <p className="t-14 quiet" title="A title">Keep <b>this</b> {name}.</p>
    throw new Error('an error of the program')
  `
  const texts = (file: string, from: string) => visibleTextsOf(file, from).map(({ text }) => text)
  expect(texts('page.tsx', source)).toEqual(['Your cart is empty.', 'Add … tires', 'Keep this ….', 'A title'])
  expect(texts('page.md', '# Delivery\n\nIt is free.')).toEqual(['# Delivery', 'It is free.'])
  expect(texts('page.css', 'p { color: red }')).toEqual([])
})

test('[H10] the reading grade rises with long words and long sentences', () => {
  const grade = (text: string) => measureReadability([{ file: 'a.md', line: 1, text }]).grade
  expect(grade('You can send it back.')).toBeLessThan(
    grade('Reimbursement necessitates authorization beforehand.'),
  )
  expect(['tire', 'delivery', 'measured', 'free'].map(countSyllables)).toEqual([1, 4, 2, 1])
})
