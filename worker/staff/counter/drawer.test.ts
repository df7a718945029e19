import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import { CounterStaff, draftOf, orderOf, textOf } from './testing/counter.harness.ts'

let casey: CounterStaff
let owner: CounterStaff

beforeAll(async () => {
  await openShop()
  casey = await CounterStaff.of('counter')
  owner = await CounterStaff.of('owner')
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/s/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
})

async function count(fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ key: crypto.randomUUID(), ...fields })
  await casey.fetch('/staff/sell/drawer', { method: 'POST', body })
  return textOf(await (await casey.fetch('/staff/sell/drawer')).text())
}

test('[H14p] a count of the drawer has the cash sales and refunds of the day, the difference and who counted', async () => {
  const [paid, returned] = [await casey.begin('TL-1001'), await casey.begin('TL-2001-1')]
  const card = await casey.begin('TL-2002-1')
  await casey.payCash(paid)
  await casey.payCash(returned)
  await casey.change(card, { action: 'card', lastFour: '4242', slip: '1' })
  const back = ((await orderOf(returned))?.grand_total ?? 0) / 100
  await owner.fetch('/staff/form/', {
    method: 'POST',
    body: new URLSearchParams({
      ...{
        action: 'order-refund',
        order: (await draftOf(returned)).order_number ?? '',
        amount: String(back),
      },
      ...{ reason: 'Wrong size', restock: '1', once: crypto.randomUUID() },
    }),
  })
  const sold = ((await orderOf(paid))?.grand_total ?? 0) / 100
  const page = await count({ start: '200', counted: String(200 + sold - 5) })
  expect(page).toContain(`Cash sales today $${(sold + back).toFixed(2)}`)
  expect(page).toContain(`Cash refunds today -$${back.toFixed(2)}`)
  expect(page).toContain('Difference -$5.00')
  expect(page).toContain('Casey')
  expect(await count({ start: '200', counted: 'much' })).toContain('Type dollars')
  expect(await count({ start: '200', counted: '4242 4242 4242 4242' })).toContain('looks like a card number')
})
