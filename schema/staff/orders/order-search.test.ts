import { expect, test } from 'vitest'
import { parseOrderSearch } from './order-search.ts'
import { orderListHref, parseOrderFilter } from './order-tabs.ts'

const read = (typed: string) => parseOrderSearch(typed)

test('[H14o] an order number is read as people type it, also its beginning', () => {
  for (const typed of ['TL-7K3M9QXA', 'tl-7k3m9qxa', '7k3m9qxa', ' TL 7K3M 9QXA '])
    expect(read(typed)?.number).toBe('TL-7K3M9QXA')
  for (const typed of ['tl-7k3o', '7k30']) expect(read(typed)?.number).toBe('TL-7K30')
  for (const typed of ['riley', 'TL', '%']) expect(read(typed)?.number).toBeNull()
})

test('[H14o] a phone number is one word however it is written, a name several', () => {
  for (const typed of ['(312) 555-0118', '+1 312.555.0118', '3125550118'])
    expect(read(typed)?.words).toEqual(['3125550118'])
  expect(read('Marsh, Riley')?.words).toEqual(['marsh', 'riley'])
  expect(read('JOSÉ Núñez')?.words).toEqual(['jose', 'nunez'])
})

test('[H14o] four digits may be a card, a phone, an amount and a tracking number', () => {
  expect(read('4242')).toMatchObject({
    ...{ words: ['4242'], lastFour: '4242', tracking: '4242' },
    amount: { from: 424_200, until: 424_299 },
  })
  expect(read('$1,491.95')?.amount).toEqual({ from: 149_195, until: 149_195 })
  expect(read('491.9')?.amount).toBeNull()
})

test('[H14o] a label’s link or a number is a sku, a tracking number is read without spaces', () => {
  expect(read('HTTPS://SHOP.EXAMPLE/U/TL2001')?.skus).toEqual(['TL2001', 'TL-2001'])
  expect(read('tl2001')?.skus).toContain('TL-2001')
  expect(read('1z 999 aa1 01 2345 6784')?.tracking).toBe('1Z999AA10123456784')
  expect(read('riley')?.tracking).toBeNull()
  expect(read('   ')).toBeNull()
})

test('[H14o] the address of the list holds tab, search and page, and nothing unknown', () => {
  const filter = { tab: 'pick', q: 'riley & co', before: -12, tag: 'rush', assignee: 7 } as const
  expect(orderListHref(filter)).toBe('/staff/orders/?tab=pick&q=riley+%26+co&tag=rush&assignee=7&before=-12')
  expect(
    parseOrderFilter(
      Object.entries({ tab: 'pick', q: ' riley & co ', before: '-12', tag: 'Rush', assignee: '7' }),
    ),
  ).toEqual(filter)
  const unknown = parseOrderFilter(Object.entries({ tab: 'toString', before: 'x', q: ' ' }))
  expect(orderListHref(unknown)).toBe('/staff/orders/')
})
