import { expect, test } from 'vitest'
import { lineLimit } from '../../cart/order-size.ts'
import { maxUnits } from './max-units.ts'

const LIMIT = lineLimit({ line: 24, order: 48 })
const CALL = 'You can order only 24 tires per line online. For more, call 312-555-0142 or write to us.'

test('[audit D8] the message names the stock or the limit of an order, whichever is smaller', () => {
  expect(maxUnits(3, 4, LIMIT)).toEqual({ max: 3, why: 'Only 3 products of this type are available!' })
  expect(maxUnits(6, 4, LIMIT)).toEqual({ max: 6, why: 'Only 6 products of this type are available!' })
  expect(maxUnits(13, 4, LIMIT)).toEqual({ max: 6, why: CALL })
  expect(maxUnits(null, 2, LIMIT)).toEqual({ max: 12, why: CALL })
})

test('[audit D8] a product that is not a tire counts as one tire, and one unit can always be requested', () => {
  expect(maxUnits(100, 0, LIMIT).max).toBe(24)
  expect(maxUnits(9, 4, lineLimit({ line: 2, order: 4 })).max).toBe(1)
})

test('[audit D8] other lines reduce the limit of a line to the rest of the order, with the message of the order limit', () => {
  const limit = lineLimit({ line: 24, order: 48 }, 44)
  const why = 'You can order only 48 tires online. For more, call 312-555-0142 or write to us.'
  expect(maxUnits(13, 1, limit)).toEqual({ max: 4, why })
  expect(maxUnits(13, 4, limit)).toEqual({ max: 1, why })
  expect(lineLimit({ line: 24, order: 48 }, 24)).toEqual(LIMIT)
})
