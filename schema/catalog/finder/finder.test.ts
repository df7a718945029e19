import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choices, findSize, type StockedSize, stockedOptions } from './finder.ts'

const size = (width: number, aspect: number, rim: number, count = 1): StockedSize => ({
  width,
  aspect,
  rim,
  count,
})
const values = (list: readonly { value: number }[]) => list.map(({ value }) => value)

test('[B2] values in the wizard ranges come first, then the rest, each ascending', () => {
  const sizes = [
    size(155, 12.5, 13),
    size(355, 25, 24.5),
    size(195, 95, 14),
    size(185, 10, 12),
    size(225, 45, 17),
  ]
  expect(values(choices(sizes, 'width'))).toEqual([195, 225, 355, 155, 185])
  expect(values(choices(sizes, 'aspect'))).toEqual([25, 45, 10, 12.5, 95])
  expect(values(choices(sizes, 'rim'))).toEqual([14, 17, 24.5, 12, 13])
})

test('[B2] each select offers only values that match the selects before it, and the total counts the chosen size', () => {
  const sizes = [size(225, 45, 17, 412), size(225, 45, 18, 30), size(225, 50, 17, 9), size(205, 55, 16, 318)]
  const view = findSize(sizes, { width: 225, aspect: 45, rim: 18 })
  expect(values(stockedOptions(view.aspects))).toEqual([45, 50])
  // A form without JavaScript cannot narrow its options.
  expect(values(view.aspects)).toEqual([45, 50, 55])
  expect(values(stockedOptions(view.rims))).toEqual([17, 18])
  expect(view.chosen).toEqual({ width: 225, aspect: 45, rim: 18 })
  expect(view.total).toBe(30)
})

test('[B2] a part that is not in stock is replaced by the value with the largest stock', () => {
  const sizes = [size(225, 45, 17, 4), size(205, 55, 16, 9), size(205, 60, 15, 2)]
  expect(findSize(sizes, { width: 205, aspect: 45, rim: 17 }).chosen).toEqual({
    width: 205,
    aspect: 55,
    rim: 16,
  })
  expect(findSize([], { width: 205 })).toMatchObject({ chosen: null, total: 0, widths: [] })
})

test('[B2] [audit B5] sizes in inches come after metric sizes, and the chosen size has its slug', () => {
  const sizes = [
    { ...size(31, 10.5, 15, 7), slug: '31x10.50r15lt' },
    { ...size(11, 87, 22.5, 3), slug: '11r22.5' },
    { ...size(245, 75, 16, 2), slug: 'lt245-75r16' },
  ]
  const view = findSize(sizes, { width: 31 })
  expect(values(view.widths)).toEqual([245, 11, 31])
  expect(values(view.aspects)).toEqual([75, 87, 10.5])
  expect([view.chosen, view.total, view.slug]).toEqual([
    { width: 31, aspect: 10.5, rim: 15 },
    7,
    '31x10.50r15lt',
  ])
  expect(findSize(sizes, { width: 245 }).slug).toBe('lt245-75r16')
})

test('[B2] the chosen size is always in stock, and the counts of each select add up', () => {
  const sizes = fc.array(
    fc.record({
      width: fc.constantFrom(155, 195, 225, 355),
      aspect: fc.constantFrom(10, 45, 55),
      rim: fc.constantFrom(13, 17, 22.5),
      count: fc.integer({ min: 0, max: 50 }),
    }),
  )
  const maybe = fc.option(fc.constantFrom(155, 195, 45, 55, 17, 99))
  fc.assert(
    fc.property(sizes, maybe, maybe, maybe, (stock, width, aspect, rim) => {
      const view = findSize(stock, { width, aspect, rim })
      const all = stock.reduce((sum, { count }) => sum + count, 0)
      const sum = (list: readonly { count: number }[]) => list.reduce((a, { count }) => a + count, 0)
      expect(sum(view.widths)).toBe(all)
      if (all === 0) {
        expect(view.chosen).toBeNull()
        return
      }
      expect(view.total).toBeGreaterThan(0)
      const ofWidth = view.widths.find(({ value }) => value === view.chosen?.width)
      expect(sum(view.aspects)).toBe(ofWidth?.count)
    }),
  )
})
