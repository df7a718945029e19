import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImportShop, openImportShop } from './testing/import.harness.ts'

const TIRE = 'EX-1,Halden,Velo Sport,225/45R17,New,Summer,62.00,4'

let shop: ImportShop
beforeAll(async () => {
  shop = await openImportShop({ tires: 0 })
})
afterAll(() => shop.close())

const load = (...lines: readonly string[]) => shop.load(shop.write('tires.csv', lines))

async function extra(): Promise<unknown> {
  const [row] = await shop.db.query<{ extra: string }>("select extra from product where sku = 'EX-1'")
  return JSON.parse(row?.extra ?? 'null')
}

test('[C1] an import adds, changes and removes extra attributes one by one', async () => {
  const header = 'sku,brand,model,size,condition,seasons,price,qty'
  expect(await load(`${header},utqg,mileage_warranty`, `${TIRE},500 A A,60000`)).toMatchObject({ created: 1 })
  expect(await extra()).toEqual({ utqg: '500 A A', mileage_warranty: '60,000 miles' })

  await load('sku,utqg', 'EX-1,520 AA A')
  expect(await extra()).toEqual({ utqg: '520 AA A', mileage_warranty: '60,000 miles' })

  await load('sku,utqg', 'EX-1,520 AA A')
  await load('sku,mileage_warranty', 'EX-1,none')
  expect(await extra()).toEqual({ utqg: '520 AA A' })

  await load('sku,price', 'EX-1,70.00')
  expect(await extra()).toEqual({ utqg: '520 AA A' })
})

test('[C1] an unreadable value is refused with its reason', async () => {
  expect(await load('sku,utqg', 'EX-1,soft')).toMatchObject({ refused: 1 })
  expect(await extra()).toEqual({ utqg: '520 AA A' })
})
