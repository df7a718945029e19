/** Every text about returns says the same days, and only one sentence says who pays for the parcel back. */
import { expect, test } from 'vitest'
import {
  CLAIM_HOURS,
  REFUND_BUSINESS_DAYS,
  RETURN_SHIPPING,
  RETURN_WINDOW_DAYS,
} from '../schema/platform/return-terms.ts'
import { findVisibleTexts } from './architecture/texts.ts'
import { CMS_BLOCK_ROWS, CMS_PAGE_ROWS } from './base/pages.ts'
import { CONFIG_ROWS } from './base/settings.ts'

const texts = findVisibleTexts().filter(({ text }) => /\breturns?\b|send (?:them|it|tires) back/i.test(text))
/** A text that requirement G10 fixes word for word. */
const FIXED = 'returns for unused items in packaging 60 days after you order'

test('[H13d] [G7] no text about returns promises another number of days than the constant', () => {
  const wrong = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(\d+)[ -]days?\b/g)].flatMap(([match, days]) =>
      Number(days) === RETURN_WINDOW_DAYS || text.includes(FIXED) ? [] : [`${file}: ${match} in "${text}"`],
    ),
  )
  expect(wrong).toEqual([])
  // A text that is written in words or by hand in code would not follow the constant. Reports of staff are about other days.
  const byHand = findVisibleTexts().filter(
    ({ file, text }) =>
      /\.tsx?$/.test(file) && !file.includes('/staff/reports/') && /\b90[ -]days?\b/i.test(text),
  )
  expect(byHand.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

test('[H13d] who pays for return shipping is said in one sentence', () => {
  const others = findVisibleTexts().filter(
    ({ file, text }) =>
      /return (?:shipping|label|postage)|pays? (?:for )?(?:the )?return/i.test(
        text.replaceAll(RETURN_SHIPPING, ''),
      ) &&
      !/^Return shipping$/.test(text) &&
      !file.startsWith('sandbox/'),
  )
  expect(others.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  const content = (id: string) => CMS_PAGE_ROWS.find((page) => page.identifier === id)?.content ?? ''
  for (const page of ['return-policy', 'questions']) expect(content(page)).toContain(RETURN_SHIPPING)
  expect(CMS_BLOCK_ROWS.find((block) => block.identifier === 'promise-returns')?.content).toContain(
    RETURN_SHIPPING,
  )
})

test('[H13d] the policy page and the settings have the numbers of the terms', () => {
  const policy = CMS_PAGE_ROWS.find((page) => page.identifier === 'return-policy')?.content ?? ''
  expect(policy).toContain(`${RETURN_WINDOW_DAYS} days from delivery`)
  expect(policy).toContain(`within ${CLAIM_HOURS} hours of delivery`)
  const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']
  expect(policy).toContain(`within ${words[REFUND_BUSINESS_DAYS]} business days`)
  expect(CONFIG_ROWS.find(({ path }) => path === 'sales/returns/window_days')?.value).toBe(
    String(RETURN_WINDOW_DAYS),
  )
})
