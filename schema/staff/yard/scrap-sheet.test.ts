import { expect, test } from 'vitest'
import { countReasons, formatMonth, monthSpan, type ScrapTire, scrapMonths } from './scrap-sheet.ts'

const tire = (reason: string, more: Partial<ScrapTire> = {}): ScrapTire => ({
  ...{ at: 0, sku: 'TL-1', size: '225/45R17', rim: 17, brand: null, model: null, dot: null },
  ...{ tires: 1, reason, by: null, ...more },
})

test('[H14h] a month begins and ends at midnight in Chicago, also where clocks change', () => {
  expect(monthSpan('2026-11')).toEqual({
    from: Date.parse('2026-11-01T00:00:00-05:00'),
    until: Date.parse('2026-12-01T00:00:00-06:00'),
  })
  expect(formatMonth('2026-02')).toBe('February 2026')
})

test('[H14h] the months of the last two years have a sheet, the newest first', () => {
  const months = scrapMonths(Date.parse('2026-12-01T02:00:00Z'))
  expect(months.slice(0, 2)).toEqual(['2026-11', '2026-10'])
  expect(months.at(-1)).toBe('2024-12')
})

test('[H14h] reasons are counted in any spelling of letters, truck tires apart, and always fit on a page', () => {
  const few = [
    tire('Bead torn'),
    tire('bead torn', { rim: 19.5, tires: 2 }),
    tire('Old'),
    tire('Old', { rim: null }),
  ]
  expect(countReasons(few)).toEqual([
    { reason: 'Bead torn', car: 1, truck: 2 },
    { reason: 'Old', car: 2, truck: 0 },
  ])
  const many = Array.from({ length: 50 }, (_, at) => tire(`Reason ${at}`, { tires: 50 - at }))
  const rows = countReasons(many)
  expect(rows).toHaveLength(20)
  expect(rows.at(-1)?.reason).toBe('Other reasons')
  expect(rows.reduce((sum, { car, truck }) => sum + car + truck, 0)).toBe(1275)
})
