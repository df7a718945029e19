import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bestValue,
  COMPARE_FULL,
  COMPARE_LIMIT,
  type ComparedItem,
  costPer32nd,
  parseCompared,
  toggleCompared,
} from './compare.ts'

const tire = (sku: string): ComparedItem => ({ sku, title: `Tire ${sku}` })

test('[F6] toggling adds a tire and removes a selected one, and a fifth tire is refused with a message', () => {
  const four = ['a', 'b', 'c', 'd'].reduce<ComparedItem[]>((list, sku) => {
    const result = toggleCompared(list, tire(sku))
    return result.ok ? result.list : list
  }, [])
  expect(four.map(({ sku }) => sku)).toEqual(['a', 'b', 'c', 'd'])
  expect(toggleCompared(four, tire('e'))).toEqual({ ok: false, message: COMPARE_FULL })
  expect(toggleCompared(four, tire('b'))).toEqual({ ok: true, list: [tire('a'), tire('c'), tire('d')] })
})

test('[F6] every address is parsed to at most four well-formed skus, each once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('TL-1', 'TL-2', 'TL-3', 'TL-4', 'TL-5'))),
      (params) => {
        const { skus, surplus } = parseCompared(params)
        expect(skus.length).toBeLessThanOrEqual(COMPARE_LIMIT)
        expect(new Set(skus).size).toBe(skus.length)
        for (const sku of skus) expect(sku).toMatch(/^[\w.-]+$/)
        if (surplus > 0) expect(skus.length).toBe(COMPARE_LIMIT)
      },
    ),
  )
  expect(parseCompared(['TL-1', 'TL-1', '<b>', 'TL-2'])).toEqual({ skus: ['TL-1', 'TL-2'], surplus: 0 })
  expect(parseCompared(['1', '2', '3', '4', '5', '6']).surplus).toBe(2)
})

test('[F6] the cost per 32nd is the price of the tire divided by its tread above 2/32, rounded up', () => {
  expect(costPer32nd(6_000, 8)).toBe(1_000)
  expect(costPer32nd(10_000, 5)).toBe(3_334)
  expect(costPer32nd(5_000, 6.5)).toBe(1_112)
  expect(costPer32nd(5_000, 2)).toBeNull()
})

test('[F6] best value is the lowest cost per 32nd; a tie marks both, equal costs or a single tire mark none', () => {
  expect(bestValue([tire('a'), tire('b')].map((t, i) => ({ ...t, cost: 900 + i })))).toEqual(['a'])
  expect(
    bestValue([
      { sku: 'a', cost: 900 },
      { sku: 'b', cost: 900 },
      { sku: 'c', cost: 901 },
    ]),
  ).toEqual(['a', 'b'])
  expect(
    bestValue([
      { sku: 'a', cost: 900 },
      { sku: 'b', cost: null },
    ]),
  ).toEqual([])
  expect(
    bestValue([
      { sku: 'a', cost: 900 },
      { sku: 'b', cost: 900 },
    ]),
  ).toEqual([])
  expect(bestValue([])).toEqual([])
})
