import { expect, test } from 'vitest'
import { isQuoteIdShape } from './quote-id.ts'

const ID = '0123456789abcdef0123456789abcdef'

test('a quote id is 32 hex digits in lower case and nothing else', () => {
  expect(isQuoteIdShape(ID)).toBe(true)
  for (const other of [
    `${ID}0`,
    `0${ID}`,
    ID.slice(1),
    ID.toUpperCase(),
    ` ${ID}`,
    `g${ID.slice(1)}`,
    '',
    null,
    [ID],
  ]) {
    expect(isQuoteIdShape(other)).toBe(false)
  }
})
