import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseStatements } from '../base/load.ts'
import { d1Target, type LoadableD1 } from '../load/target.ts'
import { openTempD1 } from '../load/temp-d1.ts'
import { seedLocal } from '../seed.ts'
import { changeProduct } from './change.ts'

let opened: Awaited<ReturnType<typeof openTempD1>>
beforeAll(async () => {
  opened = await openTempD1()
  await d1Target(opened.db).run(await baseStatements('local'))
  await seedLocal({ size: 30, seed: 1, db: opened.db })
})
afterAll(() => opened.close())

let now = Date.UTC(2026, 10, 22)
const change = (sku: string, ...changes: string[]) => {
  now += 1000
  return changeProduct(opened.db, { sku, changes, now })
}

async function state(sku: string) {
  const sql = `SELECT price, special_price, final_price, price_by_tire, status, qty FROM product p JOIN stock s ON s.stock_sku = p.stock_sku WHERE p.sku = '${sku}'`
  return (await opened.db.query<Record<string, unknown>>(sql))[0]
}

test('[audit B4] one command changes price, stock and status with their effects, and its undo restores them', async () => {
  const before = await state('MK-1')
  const { lines, undo } = await change('MK-1', 'price=30', 'special_price=25.50', 'qty=7', 'status=disabled')
  expect(lines[1]).toBe(
    'Mounting kit, four wheels, $30.00, special $25.50, sold at $25.50, 7 in stock, disabled',
  )
  expect(await state('MK-1')).toEqual({
    price: 3000,
    special_price: 2550,
    final_price: 2550,
    price_by_tire: 2550,
    status: 2,
    qty: 7,
  })
  expect(undo).toBe('price=24.00 special_price=none qty=240 status=enabled')
  await change('MK-1', ...String(undo).split(' '))
  expect(await state('MK-1')).toEqual(before)
})

test('[audit B4] a price that changes more than tenfold is remarked on, in both directions', async () => {
  expect((await change('MK-1', 'price=240')).remark).toBeNull()
  expect((await change('MK-1', 'price=24000')).remark).toBe(
    'Is this right? The price is 100 times the price before',
  )
  expect((await change('MK-1', 'price=24')).remark).toBe(
    'Is this right? The price before was 1,000 times this price',
  )
})

test('[audit B4] the undo of a difference keeps what was sold meanwhile', async () => {
  expect((await change('SB-1', 'qty=-20')).undo).toBe('qty=+20')
  expect(await state('SB-1')).toMatchObject({ qty: 100 })
  await expect(change('SB-1', 'qty=-101')).rejects.toThrow('SB-1 has fewer than that')
  expect(await state('SB-1')).toMatchObject({ qty: 100 })
})

test('[audit B4] a difference that is sent twice is applied once', async () => {
  const twice: LoadableD1 = {
    ...opened.db,
    run: async (statements) => {
      await opened.db.run(statements)
      return opened.db.run(statements)
    },
  }
  now += 1000
  await changeProduct(twice, { sku: 'MK-2', changes: ['qty=-5'], now })
  expect(await state('MK-2')).toMatchObject({ qty: 55 })
})

test('[audit B4] an impossible change is one line', async () => {
  await expect(change('NOBODY')).rejects.toThrow('No product has the sku "NOBODY"')
  await expect(change('MK-1', 'price=0')).rejects.toThrow('price is zero: "0"')
  await expect(change('MK-1', 'price=89.999')).rejects.toThrow('price has more than two decimals: "89.999"')
  await expect(change('MK-1', 'price=30', 'price=31')).rejects.toThrow('price is there twice')
  expect((await change('MK-1', 'price=24.000')).lines[1]).toContain('$24.00')
  await expect(change('MK-1', 'color=red')).rejects.toThrow('"color=red" is not a change')
  await expect(change('MK-1', 'qty=many')).rejects.toThrow('qty should be a whole number')
  await expect(change('RH-1', 'qty=4')).rejects.toThrow('Nobody counts')
  const [child] = await opened.db.query<{ sku: string; parent_sku: string }>(
    'SELECT sku, parent_sku FROM product WHERE parent_id IS NOT NULL LIMIT 1',
  )
  const { sku = '', parent_sku = '' } = child ?? {}
  await expect(change(sku, 'qty=4')).rejects.toThrow(`sold from the stock of ${parent_sku}`)
  await expect(change(parent_sku, 'price=80')).rejects.toThrow(`has the price of what it is made of: change `)
  expect((await change(parent_sku, 'status=enabled')).lines).toHaveLength(2)
})

test('the last day of a special price is shown, and the undo restores it', async () => {
  const { lines } = await change('MK-1', 'special_price=20', 'special_to_date=2027-07-04')
  expect(lines[1]).toContain('special $20.00 until 2027-07-04')
  expect((await change('MK-1', 'special_to_date=none')).undo).toBe('special_to_date=2027-07-04')
  await change('MK-1', 'special_price=none')
})
