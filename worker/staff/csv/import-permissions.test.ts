/** Files of a role that may import, but not all that a file can say (H14w). */
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { CustomRole, StaffPermission } from '../../../schema/identity/staff/permissions.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

const clerk = new Browser()
const HEADER = 'sku,version,price,cost,bin,lot,tin,brand,model,size,condition,season,tread_depth,dot,tires'

beforeAll(openShop)

function upload(rows: readonly string[]): Promise<Response> {
  const body = new FormData()
  body.append('key', crypto.randomUUID())
  body.append('why', 'spring prices')
  body.append('file', new File([[HEADER, ...rows].join('\r\n')], 'units.csv', { type: 'text/csv' }))
  return clerk.fetch('/staff/import/', { method: 'POST', body })
}
const job = () => env.DB.prepare('SELECT id, changed, state FROM bulk_job ORDER BY id DESC').first()
const tiresOf = (sku: string) =>
  env.DB.prepare('SELECT qty FROM stock WHERE stock_sku = ?').bind(sku).first('qty')

test('[H14w] a file adds no tires, costs or prices that the role of then may not, and an export has no costs for it', async () => {
  const all: StaffPermission[] = [
    'import',
    'export',
    'bulk',
    'intake',
    'units.correct',
    'price',
    'price.free',
    'cost.see',
  ]
  const own: CustomRole = {
    id: 'own-000000000901',
    name: 'Files',
    version: 1,
    permissions: all,
    bulk: 100,
    discount: 0,
    refund: { act: 0, day: 0 },
    credit: { act: 0, day: 0 },
  }
  await clerk.signInAsStaff(own)
  const allow = (permissions: StaffPermission[]) =>
    env.DB.prepare('UPDATE staff_role SET permissions = ? WHERE id = ?')
      .bind(JSON.stringify(permissions), own.id)
      .run()
  const row = (sku: string, price = '99', cost = '', lot = '', week = '1025') =>
    `${sku},,${price},${cost},,${lot},,Norwind,Frost 4,215/60R16 99H,New,Winter,,${week},4`
  const reasonOf = async (line: string) => {
    const answer = await upload([line])
    const html = (await (await clerk.fetch(answer.headers.get('Location') ?? '')).text()).replace(
      /<!--.*?-->/g,
      '',
    )
    return /<b>Row \d+, [^:]+:<\/b> ([^<]+)</.exec(html)?.[1]
  }
  const without = (...left: StaffPermission[]) => allow(all.filter((one) => !left.includes(one)))
  for (const [left, line, reason] of [
    [['intake'], row('C-1'), 'take in tires, in column version.'],
    [['units.correct'], row('C-1'), 'correct stock, receive and scrap tires, in column tires.'],
    [['price'], row('C-1'), 'change prices, in column price.'],
    [['price.free'], row('C-1'), 'set prices freely, in column price.'],
    [['cost.see'], row('C-1', '99', '20'), 'see what tires cost, in column cost.'],
    [['cost.see'], row('C-1', '99', '', '1'), 'see what tires cost, in column lot.'],
    [[], row('C-1', '60', '70'), 'price below cost, in column price.'],
    [[], row('C-1', '99', '', '', '1012'), 'take in tires that are too old, in column dot.'],
  ] satisfies [StaffPermission[], string, string][]) {
    await without(...left)
    expect(await reasonOf(line)).toBe(`Your role can’t ${reason}`)
  }
  await without('cost.see')
  // A guess that equals the cost is refused as any other.
  const known = await env.DB.prepare(
    "SELECT u.version FROM unit u JOIN product p ON p.id = u.product_id WHERE p.sku = 'TL-1001'",
  ).first('version')
  await env.DB.exec(
    "UPDATE unit SET cost = 4200 WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-1001')",
  )
  for (const guess of ['42', '43'])
    expect(await reasonOf(`TL-1001,${known},,${guess},,,,,,,,,,,`)).toBe(
      'Your role can’t see what tires cost, in column cost.',
    )
  expect((await (await clerk.fetch('/staff/export/')).text()).split('\r\n')[0]).not.toMatch(/cost|lot/)
  // The role loses a permission between the preview and the run.
  await without()
  await upload([row('C-2'), row('C-3', '99', '20')])
  await without('cost.see')
  const start = new URLSearchParams({
    action: 'start',
    job: String((await job())?.id),
    key: 'start-of-files',
  })
  await clerk.fetch('/staff/bulk/form', { method: 'POST', body: start })
  expect(await job()).toMatchObject({ state: 'done', changed: 1 })
  expect([await tiresOf('C-2'), await tiresOf('C-3')]).toEqual([4, null])
})

test('[H14w] a file with more units than the role changes at once is refused, and takes no number of the shop', async () => {
  await env.DB.prepare('UPDATE staff_role SET bulk = 2').run()
  const next = () => env.DB.prepare('SELECT next FROM intake_number').first('next')
  const before = await next()
  const row = ',,99,,,,,Norwind,Frost 4,215/60R16 99H,New,Winter,,1025,4'
  const refused = await upload([row, row, row])
  expect(await refused.text()).toContain('your role changes at once, which is up to 2.')
  expect(await next()).toBe(before)
  expect((await upload([row, row])).status).toBe(303)
  expect(await next()).toBe(Number(before) + 2)
})
