import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { GARAGE_MAX, type Garage, type GarageCarView } from '../../../schema/account/garage/garage.api.ts'
import type { SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import {
  cardOrder,
  fillCart,
  newPlacementHarness,
  placeTestOrder,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { Browser, openShop } from '../testing/account.harness.ts'

beforeAll(openShop)

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }

const step = (label: string) => ({ label, slug: label.toLowerCase() })
function car(year: number, sizes = ['225/45R17']): SavedVehicle {
  const [front, rear] = sizes.map((size) => ({
    size,
    sizeSlug: size.toLowerCase().replace('/', '-'),
    minLoad: 91,
    minSpeed: 'V',
  }))
  if (!front) throw new Error('a car has a size')
  return {
    year,
    make: step('Honda'),
    model: step('Civic'),
    trim: step('Sport'),
    fitment: { front, rear: rear ?? null },
  }
}

async function call(browser: Browser, added?: unknown) {
  const init = added === undefined ? {} : { method: 'POST', body: JSON.stringify({ car: added }) }
  const reply = await (await browser.fetch('/api/ext/garage', init)).json<{ code: number; result: Garage }>()
  return { code: reply.code, cars: reply.result.cars }
}

async function view(browser: Browser): Promise<{ cars: GarageCarView[]; isFull: boolean }> {
  const reply = await browser.fetch('/api/ext/account/garage')
  return (await reply.json<{ result: { cars: GarageCarView[]; isFull: boolean } }>()).result
}

async function post(browser: Browser, fields: Record<string, string>): Promise<string> {
  const reply = await browser.fetch('/customer/account/form/', {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return `${reply.status} ${reply.headers.get('Location')}`
}

async function signedIn(who?: typeof DEALER): Promise<Browser> {
  const browser = new Browser()
  await browser.signIn(who)
  return browser
}

test('[H13a] a car is added once, also by a repeated call, and is there on every device, the newest first', async () => {
  const browser = await signedIn()
  await call(browser, car(2018))
  await call(browser, car(2019, ['225/40R18', '255/35R18']))
  expect((await call(browser, car(2018))).cars.map(({ year }) => year)).toEqual([2019, 2018])
  const other = await signedIn()
  const { cars } = await view(other)
  expect(cars.map((one) => [one.car.year, one.car.fitment.rear?.size ?? null, one.name])).toEqual([
    [2019, '255/35R18', ''],
    [2018, null, ''],
  ])
})

test('[H13a] a car is named and removed by plain forms, and only by its owner', async () => {
  const [riley, dealer] = [await signedIn(), await signedIn(DEALER)]
  await call(riley, car(2016))
  const id = (await view(riley)).cars.find((one) => one.car.year === 2016)?.id
  expect(await post(dealer, { action: 'car-name', id: String(id), carName: 'Mine' })).toContain('303')
  await post(dealer, { action: 'car-remove', id: String(id) })
  expect((await view(riley)).cars.find((one) => one.id === id)?.name).toBe('')
  expect(await post(riley, { action: 'car-name', id: String(id), carName: ' 7ABC123 ' })).toBe(
    '303 /customer/account/garage/',
  )
  expect((await view(riley)).cars.find((one) => one.id === id)?.name).toBe('7ABC123')
  await post(riley, { action: 'car-name', id: String(id), carName: 'x'.repeat(61) })
  expect((await view(riley)).cars.find((one) => one.id === id)?.name).toBe('7ABC123')
  await post(riley, { action: 'car-remove', id: String(id) })
  await post(riley, { action: 'car-remove', id: String(id) })
  expect((await view(riley)).cars.some((one) => one.id === id)).toBe(false)
})

test('[H13a] a garage has a limit, and refuses what is no car', async () => {
  const browser = await signedIn(DEALER)
  for (let year = 2000; year < 2000 + GARAGE_MAX + 2; year += 1) await call(browser, car(year))
  const { cars } = await call(browser)
  expect(cars).toHaveLength(GARAGE_MAX)
  expect((await view(browser)).isFull).toBe(true)
  for (const wrong of [
    car(2019, ['"><img src=x>']),
    car(2019, ['225/45R17', 'javascript:alert(1)']),

    null,
    'Civic',
    { ...car(2018), year: 'x' },
    { ...car(2018), make: { label: 'x', slug: '//evil' } },
  ])
    expect((await call(browser, wrong)).code).toBe(400)
  expect((await call(new Browser())).code).toBe(401)
  expect((await call(new Browser(), car(2018))).code).toBe(401)
})

test('[H13a] each car shows the last tires that were bought in its size', async () => {
  const browser = await signedIn()
  await call(browser, car(2020, ['205/55R16']))
  await call(browser, car(2021))
  expect((await view(browser)).cars.every(({ lastTires }) => lastTires === null)).toBe(true)
  const quoteId = 'f'.repeat(32)
  const harness = newPlacementHarness(Date.now())
  await fillCart(quoteId, harness, { 'TL-2001-1': 1 })
  expect(await placeTestOrder(quoteId, harness, cardOrder())).toMatchObject({ ok: true })
  await env.DB.prepare(
    "update sales_order set customer_id = (select id from customer where email = 'riley@example.com') where quote_id = ?",
  )
    .bind(quoteId)
    .run()
  const [newest, other] = (await view(browser)).cars
  expect(newest?.lastTires?.title).toMatch(/225\/45R17/)
  expect(newest?.lastTires?.bought).toMatch(/^\w{3} \d+, \d{4}$/)
  expect(other?.lastTires).toBeNull()
  await env.DB.prepare("update sales_order set status = 'refunded' where quote_id = ?").bind(quoteId).run()
  expect((await view(browser)).cars[0]?.lastTires).toBeNull()
})
