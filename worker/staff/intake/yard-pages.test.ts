import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { type Browser, openShop } from '../../account/testing/account.harness.ts'
import { signInStaff } from './testing/intake.harness.ts'

let mara: Browser
let casey: Browser
let robin: Browser

beforeAll(async () => {
  await openShop()
  mara = await signInStaff('manager', 'Mara')
  casey = await signInStaff('yard', 'Casey')
  robin = await signInStaff('yard', 'Robin')
})

const post = (browser: Browser, path: string, fields: Record<string, string>) =>
  browser.fetch(path, { method: 'POST', body: new URLSearchParams({ key: crypto.randomUUID(), ...fields }) })
const textOf = async (browser: Browser, path: string) => (await browser.fetch(path)).text()

test('[H14] a manager enters who a lot came from and what was paid, and the intake page offers it', async () => {
  const LOTS = '/staff/intake/lots/'
  expect(await textOf(mara, LOTS)).toContain('No lots yet.')
  const wrong = await post(mara, LOTS, { source: 'Miller Auto', paid: 'a lot', kind: 'whole', count: '20' })
  expect(wrong.status).toBe(422)
  const again = await wrong.text()
  expect(again).toContain('Enter dollars, such as 400 or 12.50.')
  expect(again).toContain('value="Miller Auto"')
  const key = crypto.randomUUID()
  for (let time = 0; time < 2; time++) {
    const added = await post(mara, LOTS, {
      key,
      source: 'Miller Auto',
      paid: '$400',
      kind: 'whole',
      count: '20',
    })
    expect(added.status).toBe(303)
  }
  const list = await textOf(mara, LOTS)
  expect(list).toContain('The lot is added.')
  expect(list.match(/Miller Auto/g)).toHaveLength(1)
  expect(list).toContain('$400.00 for 20 tires')
  expect(await textOf(casey, '/staff/intake/')).toContain('Miller Auto')
  expect((await casey.fetch(LOTS)).status).toBe(403)
  expect((await post(casey, LOTS, { source: 'Other' })).status).toBe(403)
  const logged = await env.DB.prepare("SELECT count(*) n FROM audit_log WHERE record = 'lot'").first('n')
  expect(logged).toBe(1)
})

test('[H14] another person than the first inspects a waiting tire, and it goes on sale', async () => {
  const QUEUE = '/staff/intake/queue/'
  expect(await textOf(robin, QUEUE)).toMatch(
    /No tire waits for a second inspection.*before the sale.*Pack orders/s,
  )
  const id = (name: string) =>
    env.DB.prepare('SELECT id FROM staff WHERE name = ?').bind(name).first<number>('id')
  await env.DB.prepare(
    `INSERT INTO unit (product_id, state, taken_by, taken_at) SELECT id, 'waiting', ?, 1 FROM product WHERE sku = 'TL-1001'
     ON CONFLICT (product_id) DO UPDATE SET state = 'waiting', taken_by = excluded.taken_by`,
  )
    .bind(await id('Casey'))
    .run()
  const own = await textOf(casey, QUEUE)
  expect(own).toContain('You made the first inspection. Another person makes the second one.')
  expect(own).toMatch(/First inspection: (<!-- -->)?R. Ortiz, /)
  const fields = {
    sku: 'TL-1001',
    version: /name="version" value="(\d+)"/.exec(await textOf(robin, QUEUE))?.[1] ?? '',
  }
  expect((await post(casey, QUEUE, fields)).status).toBe(303)
  expect(await textOf(casey, QUEUE)).toContain('must be made by another person')
  expect((await post(robin, QUEUE, fields)).status).toBe(303)
  expect(await textOf(robin, QUEUE)).toContain('TL-1001 is on sale.')
  const unit = await env.DB.prepare(
    "SELECT state, second_by FROM unit JOIN product ON id = product_id WHERE sku = 'TL-1001'",
  ).first()
  expect(unit).toEqual({ state: 'live', second_by: await id('Robin') })
})

test('[H14] who took in a tire of a waiting set can’t inspect the set', async () => {
  const update = (set: string, sku: string) =>
    env.DB.prepare(`UPDATE unit SET ${set} WHERE product_id = (SELECT id FROM product WHERE sku = ?)`).bind(
      sku,
    )
  await env.DB.batch([
    update("state = 'waiting', taken_by = NULL", 'TL-1003'),
    update(
      "set_id = (SELECT id FROM product WHERE sku = 'TL-1003'), taken_by = (SELECT id FROM staff WHERE name = 'Casey')",
      'TL-1001',
    ),
  ])
  const pages = [await textOf(casey, '/staff/intake/queue/'), await textOf(robin, '/staff/intake/queue/')]
  expect(pages.map((page) => page.includes('You made the first inspection.'))).toEqual([true, false])
})
