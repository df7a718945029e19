import { expect, test } from 'vitest'
import { extractQuestions } from './faq.ts'

test('[H5] headings with a question mark are questions, and the text until the next heading is the answer', () => {
  const text = `Before.

## How do I read a **DOT** code?

The last four digits: [week and year](/i/dot).

- week
- year

## What else

Not an answer.

### Is it free?

Yes.`
  expect(extractQuestions(text)).toEqual([
    { question: 'How do I read a DOT code?', answer: 'The last four digits: week and year.\n\nweek\nyear' },
    { question: 'Is it free?', answer: 'Yes.' },
  ])
})

test('[H5] a question without an answer is omitted', () => {
  expect(extractQuestions('## Why?\n\n## Because\n\nx')).toEqual([])
})
