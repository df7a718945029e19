import { expect, test } from 'vitest'
import { compareCount, isClean } from './bin-count.ts'
import { parseBin, parseScans } from './scan-list.ts'

test('[H14h] a bin is typed in any case or scanned, and no other text is one', () => {
  expect(parseBin(' a-12-3 ')).toBe('A-12-3')
  expect(parseBin('HTTPS://SHOP.EXAMPLE/B/B-14')).toBe('B-14')
  expect(parseBin('HTTPS://SHOP.EXAMPLE/U/TL1043274')).toBeNull()
  expect(parseBin('in the corner')).toBeNull()
  expect(parseBin('')).toBeNull()
})

test('[H14h] scanned units belong to the bin before them, each once, and to the typed one until a bin is scanned', () => {
  const typed = 'TL-1\nTL-2 TL-1\nhttps://shop.example/b/B-15\nTL-3,\n\nhttps://shop.example/u/TL4'
  expect(parseScans('B-14', typed)).toEqual({
    bins: [
      { bin: 'B-14', units: ['TL-1', 'TL-2'] },
      { bin: 'B-15', units: ['TL-3', 'TL4'] },
    ],
    homeless: [],
  })
  expect(parseScans(null, 'TL-1')).toEqual({ bins: [], homeless: ['TL-1'] })
  expect(parseScans(null, ' ')).toEqual({ bins: [], homeless: [] })
})

test('[H14h] a count lists what is missing, what belongs elsewhere and what is unknown; ordered units are not missed', () => {
  const expected = (sku: string, more = {}) => ({
    sku,
    state: 'live' as const,
    qty: 1,
    wasMissing: false,
    ...more,
  })
  const count = compareCount('A-1', {
    expected: [
      expected('TL-1'),
      expected('TL-2', { wasMissing: true }),
      expected('TL-3', { qty: 0 }),
      expected('TL-4', { state: 'scrap' }),
      expected('TL-5', { state: 'parked', qty: 0 }),
      expected('TL-6', { qty: 0 }),
    ],
    scanned: [
      { sku: 'TL-1', bin: 'A-1' },
      { sku: 'TL-6', bin: 'A-1' },
      { sku: 'TL-8', bin: 'A-2' },
      { sku: 'TL-9', bin: null },
    ],
    unknown: ['XX'],
  })
  expect(count).toEqual({
    found: ['TL-1', 'TL-6'],
    missing: [
      { sku: 'TL-2', wasMissing: true },
      { sku: 'TL-5', wasMissing: false },
    ],
    extra: [
      { sku: 'TL-8', bin: 'A-2' },
      { sku: 'TL-9', bin: null },
    ],
    unknown: ['XX'],
    ordered: ['TL-3'],
  })
  expect(isClean(count)).toBe(false)
  expect(isClean({ ...count, missing: [], extra: [] })).toBe(true)
})
