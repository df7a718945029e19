import { expect, test } from 'vitest'
import { deployShop } from './deploy-shop.ts'
import { deployOptions, fakePorts, OWN_HOST, PRODUCTION, smallRelease } from './testing/deployment.fixture.ts'
import { type FakeCloudflare, fakeCloudflare } from './testing/fake-cloudflare.ts'

const WIDGET = {
  name: 'treadline',
  mode: 'managed',
  domains: ['treadline.tests.workers.dev'],
  secret: '0x4AAA-secret-1',
}
const WITH_CAPTCHA = { ...PRODUCTION, captcha: true }
const forbidden = () =>
  Response.json(
    { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
    { status: 403 },
  )
const RIGHT = 'The token needs the permission "Account, Turnstile: Edit"'

function captchaKeys(fake: FakeCloudflare): (string | undefined)[] {
  const secrets = fake.workers.get('treadline')?.secrets
  return [secrets?.get('CAPTCHA_SITE_KEY'), secrets?.get('CAPTCHA_SECRET')]
}

test('[H4] a shop without keys of a captcha gets a widget for its address, and the Worker its keys', async () => {
  const fake = fakeCloudflare()
  const ports = fakePorts(fake)
  const report = await deployShop(deployOptions(), ports)
  expect([...fake.widgets]).toEqual([['0x4AAA-site-1', WIDGET]])
  expect(captchaKeys(fake)).toEqual(['0x4AAA-site-1', WIDGET.secret])
  expect(ports.lines.join('\n') + JSON.stringify(report)).not.toMatch(/0x4AAA-secret|the captcha/)
  expect(await deployShop(deployOptions(), fakePorts(fake))).toMatchObject({ steps: [] })
})

test('[H4] keys that are given by hand are used instead of a widget, and a shop may have no captcha', async () => {
  const fake = fakeCloudflare()
  const given = { CAPTCHA_SITE_KEY: '0x-site-by-hand', CAPTCHA_SECRET: '0x-secret-by-hand' }
  await deployShop(deployOptions({ given }), fakePorts(fake))
  expect([fake.widgets.size, ...captchaKeys(fake)]).toEqual([0, '0x-site-by-hand', '0x-secret-by-hand'])
  const other = fakeCloudflare()
  const environment = { ...PRODUCTION, captcha: false }
  await deployShop(deployOptions({ environment }), fakePorts(other))
  expect([other.widgets.size, ...captchaKeys(other)]).toEqual([0, undefined, undefined])
  expect(other.calls.filter(({ path }) => path.includes('/challenges/'))).toEqual([])
})

test('[H4] a widget that was created before an upload failed is used by the next run', async () => {
  const fake = fakeCloudflare()
  fake.fault = ({ method, path }) =>
    method === 'PUT' && path.endsWith('/scripts/treadline') ? forbidden() : undefined
  await expect(deployShop(deployOptions(), fakePorts(fake))).rejects.toThrow('refused PUT')
  fake.fault = null
  const ports = fakePorts(fake)
  await deployShop(deployOptions(), ports)
  expect(ports.lines).toContain('  take the keys of the Turnstile widget treadline')
  expect(fake.widgets.size).toBe(1)
  expect(captchaKeys(fake)).toEqual(['0x4AAA-site-1', WIDGET.secret])
})

test('[H4] the widget works at a new host before the shop moves there, and goes on at the former address', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const options = deployOptions({ environment: OWN_HOST })
  const { steps } = await deployShop(options, fakePorts(fake))
  const ids = steps.map(({ id }) => id)
  expect(ids.indexOf('captcha hosts')).toBeLessThan(ids.indexOf('release'))
  const domains = [...WIDGET.domains, 'shop.tires.example']
  expect([...fake.widgets.values()]).toEqual([{ ...WIDGET, domains }])
  expect(await deployShop(options, fakePorts(fake))).toMatchObject({ steps: [] })
})

test('[H4] a shop does not move to a host that its widget refuses', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  const before = fake.workers.get('treadline')?.versions.length
  fake.fault = ({ method, path }) =>
    method === 'PUT' && path.includes('/challenges/widgets/') ? forbidden() : undefined
  const options = deployOptions({ environment: OWN_HOST })
  await expect(deployShop(options, fakePorts(fake))).rejects.toThrow('/challenges/widgets/')
  expect(fake.workers.get('treadline')?.versions).toHaveLength(before ?? 0)
  fake.fault = null
  await deployShop(options, fakePorts(fake))
  expect([...fake.widgets.values()][0]?.domains).toContain('shop.tires.example')
})

test('[H4] a shop that moves while its widget cannot be read says that the captcha may not work at the new host', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  fake.fault = ({ path }) => (path.includes('/challenges/') ? forbidden() : undefined)
  const options = deployOptions({ environment: OWN_HOST })
  const { remaining } = await deployShop(options, fakePorts(fake))
  expect(remaining.filter((line) => line.startsWith('Without a Turnstile widget'))).toEqual([
    expect.stringMatching(
      /^Without a Turnstile widget for shop\.tires\.example: .*"Account, Turnstile: Edit"$/,
    ),
  ])
  fake.fault = null
  await deployShop(options, fakePorts(fake))
  expect([...fake.widgets.values()][0]?.domains).toContain('shop.tires.example')
})

test('[H4] keys of a widget that were rotated are taken again when they are replaced without a value', async () => {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  fake.widgets.set('0x4AAA-site-1', { ...WIDGET, secret: '0x4AAA-rotated' })
  await deployShop(deployOptions({ replaced: ['CAPTCHA_SECRET'] }), fakePorts(fake))
  expect(captchaKeys(fake)).toEqual(['0x4AAA-site-1', '0x4AAA-rotated'])
})

test.each([
  ['read', 'Without a Turnstile widget', () => true],
  ['create', 'Without the captcha', (method: string) => method === 'POST'],
])(
  '[H4] a token that may not %s widgets deploys a shop without captcha, which comes with the right',
  async (_, part, isRefused) => {
    const fake = fakeCloudflare()
    fake.fault = ({ method, path }) =>
      path.includes('/challenges/') && isRefused(method) ? forbidden() : undefined
    const options = deployOptions({ environment: WITH_CAPTCHA })
    const { isApplied, remaining } = await deployShop(options, fakePorts(fake))
    expect(isApplied).toBe(true)
    expect(remaining.filter((line) => line.startsWith(part)).join()).toContain(RIGHT)
    expect(captchaKeys(fake)).toEqual([undefined, undefined])
    fake.fault = null
    await deployShop(options, fakePorts(fake))
    expect(captchaKeys(fake)).toEqual(['0x4AAA-site-1', WIDGET.secret])
  },
)

/** Returns an account that refuses to create a widget, with a shop that was deployed without one. */
async function withRefusedWidget(): Promise<FakeCloudflare> {
  const fake = fakeCloudflare()
  fake.fault = ({ method, path }) =>
    method === 'POST' && path.includes('/challenges/') ? forbidden() : undefined
  await deployShop(deployOptions({ environment: WITH_CAPTCHA }), fakePorts(fake))
  return fake
}

test('[H4] a widget that is refused at each run releases no build again, and keeps no new objects waiting', async () => {
  const fake = await withRefusedWidget()
  const worker = fake.workers.get('treadline')
  for (const _ of [2, 3]) {
    const ports = fakePorts(fake)
    const { remaining } = await deployShop(deployOptions({ environment: WITH_CAPTCHA }), ports)
    expect(remaining.join('\n')).toContain(`Without the captcha: `)
    expect(ports.lines.join('\n')).not.toContain('✓ release')
  }
  expect([worker?.versions.length, worker?.deployments.length]).toEqual([1, 2])
  const migrations = [
    { tag: 'v1', new_sqlite_classes: ['CartObject'] },
    { tag: 'v2', new_sqlite_classes: ['ChatObject'] },
  ]
  const release = smallRelease('export default { next: 1 }', { migrations })
  await deployShop(deployOptions({ environment: WITH_CAPTCHA, release }), fakePorts(fake))
  expect(worker?.objectTag).toBe('v2')
})

test('[H4] a shop that is deployed without captcha gets one only when its file says so, because clients must change', async () => {
  const fake = await withRefusedWidget()
  fake.fault = null
  const { steps, remaining } = await deployShop(deployOptions(), fakePorts(fake))
  expect([steps, fake.widgets.size]).toEqual([[], 0])
  expect(remaining).toContain(
    'Without the captcha: "captcha": true in the environment’s file; clients of the API must then send x-recaptcha to register',
  )
  await deployShop(deployOptions({ environment: WITH_CAPTCHA }), fakePorts(fake))
  expect(captchaKeys(fake)).toEqual(['0x4AAA-site-1', WIDGET.secret])
})
