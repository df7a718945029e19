import { expect, test, vi } from 'vitest'
import { refreshShownPrices, replaceAmount, toCents } from './price-refresh.ts'

const priced = (final_price: number) => {
  const amounts = { final_price, regular_price: final_price, special_price: null, minimal_price: 0 }
  const info = { ...amounts, max_price: 0, minimal_regular_price: 0, max_regular_price: 0 }
  return { price_info: { ...info, extension_attributes: { tax_adjustments: info } } }
}

test('[C10] the price per tire of a set is rounded up: three cents more for a set of 4 are one cent more per tire', () => {
  expect(toCents(priced(316), 4)).toEqual({ each: 7900, unit: 31_600 })
  expect(toCents(priced(316.03), 4)).toEqual({ each: 7901, unit: 31_603 })
  expect(toCents(priced(14), 1)).toEqual({ each: 1400, unit: 1400 })
})

test('[C10] only the amount in a text is replaced', () => {
  expect(replaceAmount('$1,316.00 for a set of 4', 131_700)).toBe('$1,317.00 for a set of 4')
  expect(replaceAmount('for the set', 100)).toBe('for the set')
})

test('[C10] [G10] when prices cannot be read the page stays unchanged, and the failure is logged', async () => {
  const card = { dataset: { priceSku: 'TL-1' } as Record<string, string> }
  vi.stubGlobal('document', { querySelectorAll: () => [card], querySelector: () => null })
  vi.stubGlobal('fetch', async () => Response.json({ code: 500, result: 'away' }, { status: 500 }))
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  await refreshShownPrices()
  expect(card.dataset).toEqual({ priceSku: 'TL-1' })
  expect(log.mock.calls).toEqual([['Prices could not be synchronised', 'away']])
})
