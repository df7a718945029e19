import { expect, test } from 'vitest'
import { CONFIG_ROWS } from '../base/settings.ts'
import { deployShop } from './deploy-shop.ts'
import { deployOptions, fakePorts, PRODUCTION, STAGING, smallRelease } from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'

test('[H4] a deployment ends with what a person still has to do, each with its command', async () => {
  const fake = fakeCloudflare()
  const ports = fakePorts(fake)
  const { remaining } = await deployShop(deployOptions(), ports)
  expect(remaining.slice(0, 3)).toEqual([
    'There is nothing to buy yet: npm run import -- FILE --to remote',
    'Nobody can work in the back office yet: npm run deploy -- --owner "NAME <MAIL>"',
    'Without cards: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY',
  ])
  expect(ports.lines.slice(-remaining.length)).toEqual(remaining.map((line) => `  ${line}`))
  const staging = await deployShop(deployOptions({ environment: STAGING }), fakePorts(fakeCloudflare()))
  expect(staging.remaining[0]).toBe(
    'There is nothing to buy yet: npm run import -- FILE --to remote --env staging',
  )
})

test('[H4] demo tires and demo taxes of a production shop are named', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const [database] = fake.databases.values()
  database?.db.exec(
    "INSERT INTO product VALUES (17, 1, 4, 1, 1, 'A'); INSERT INTO tax_rate VALUES (1); INSERT INTO fee_rule VALUES (1)",
  )
  const given = { GOOGLE_CLIENT_ID: 'client-of-the-shop', GOOGLE_CLIENT_SECRET: 'secret-of-the-shop' }
  const { remaining } = await deployShop(deployOptions({ given }), fakePorts(fake))
  expect(remaining.slice(0, 2)).toEqual([
    '1 demo tires are on sale: they have no place in production',
    '2 taxes and fees are demonstration values: replace the rows of tax_rate and fee_rule with demo = 1 (docs/operations.md, "Your own addresses")',
  ])
  expect(remaining.join()).not.toContain('Google')
})

test('[H4] base data that a production shop still has are named until they are its own', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const [database] = fake.databases.values()
  const insert = database?.db.prepare('INSERT INTO config (path, value) VALUES (?, ?)')
  for (const { path, value } of CONFIG_ROWS) insert?.run(path, value)
  const own = async () => {
    const { remaining } = await deployShop(deployOptions(), fakePorts(fake))
    return remaining.filter((line) => line.includes('"Your own addresses"'))
  }
  const mails =
    'Notices, alerts and the contact form go to help@treadline.example, a demonstration address: docs/operations.md, "Your own addresses"'
  const store =
    'Store name, phone and stores are demonstration values: docs/operations.md, "Your own addresses"'
  expect(await own()).toEqual([mails, store])
  database?.db.exec(
    "UPDATE config SET value = 'desk@tires.example' WHERE path = 'contact/email/recipient_email'",
  )
  expect(await own()).toEqual([store])
  database?.db.exec(`UPDATE config SET value = 'changed'
    WHERE path LIKE 'general/store_information/%' OR path LIKE 'stores/%'`)
  expect(await own()).toEqual([])
})

test('[H4] a release whose lists are empty although tires are in stock is taken back', async () => {
  const fake = fakeCloudflare()
  const ports = fakePorts(fake)
  const emptyList: typeof fetch = async (input, init) => {
    const answer = await ports.fetch(input, init)
    return new URL(String(input)).pathname === '/t' ? new Response('', answer) : answer
  }
  await deployShop(deployOptions(), { ...ports, fetch: emptyList })
  const [database] = fake.databases.values()
  database?.db.exec("INSERT INTO product VALUES (17, 1, 4, 1, 0, 'A'); INSERT INTO stock VALUES ('A', 1, 1)")
  const next = deployOptions({ environment: PRODUCTION, release: smallRelease('export default { next: 1 }') })
  await expect(deployShop(next, { ...ports, fetch: emptyList })).rejects.toThrow(
    'GET /t shows no tire, but some are in stock',
  )
})
