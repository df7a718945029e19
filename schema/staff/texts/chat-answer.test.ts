import { expect, test } from 'vitest'
import { fillAnswer, namedUnits } from './chat-answer.ts'

test('[H14m] the unit that a shopper named last is the one of the answer', () => {
  const texts = ['Is https://shop.example/p/TL-1001/a-tire there?', 'Or tl-1002, in 225/45R17?', 'Thanks']
  expect(namedUnits(texts)).toEqual(['TL-1002', 'TL-1001'])
  expect(namedUnits(['225/45R17 94W', ''])).toEqual([])
})

test('[H14m] an answer gets the link of its unit, and without one it is not written', () => {
  expect(fillAnswer('It’s here: {unit}\n', 'https://shop.example/p/$&')).toBe(
    'It’s here: https://shop.example/p/$&',
  )
  expect(fillAnswer('It’s here: {unit}', null)).toBeNull()
  expect(fillAnswer('Open until 6.', null)).toBe('Open until 6.')
  expect(fillAnswer('x'.repeat(1_001), null)).toBeNull()
})
