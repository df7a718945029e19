import { expect, test } from 'vitest'
import { deployShop } from './deploy-shop.ts'
import { deployOptions, fakePorts, OWN_HOST, STAGING, withAlertMail } from './testing/deployment.fixture.ts'
import { type FakeCloudflare, fakeCloudflare } from './testing/fake-cloudflare.ts'

const options = deployOptions({ environment: OWN_HOST })
const zone = ({ zones }: FakeCloudflare) => zones.get('tires.example') ?? expect.fail('no zone')
const checksOf = (fake: FakeCloudflare) => [...zone(fake).checks.values()]

function setAlertMail(fake: FakeCloudflare, mails: string): void {
  const [database] = fake.databases.values()
  database?.db.exec(`INSERT INTO config (path, value) VALUES ('alerts/email/recipient_email', '${mails}')`)
}

test('[H4] the zone of a host redirects to https, and a Health Check requests the shop each minute', async () => {
  const fake = fakeCloudflare()
  const { remaining } = await deployShop(options, fakePorts(fake))
  expect(zone(fake).https).toBe('on')
  expect(checksOf(fake)).toMatchObject([
    {
      name: 'treadline',
      address: 'shop.tires.example',
      type: 'HTTPS',
      interval: 60,
      http_config: { path: '/healthz', expected_codes: ['200'] },
    },
  ])
  expect(remaining).toContain(
    'Without a mail of Cloudflare when the Health Check fails: write an address to alerts/email/recipient_email in config, then deploy again',
  )
  expect(await deployShop(options, fakePorts(fake))).toMatchObject({ steps: [] })
})

test('[H4] Cloudflare mails the addresses for alerts, once they are known, when the Health Check fails', async () => {
  const fake = fakeCloudflare()
  await deployShop(options, fakePorts(fake))
  setAlertMail(fake, 'sam@tires.example, eve@tires.example')
  const ports = fakePorts(fake)
  const { remaining } = await deployShop(options, ports)
  expect(remaining.join()).not.toContain('Health Check')
  expect(ports.lines.join()).not.toContain('sam@tires.example')
  expect([...fake.policies.values()]).toEqual([
    {
      name: 'treadline does not answer',
      alert_type: 'health_check_status_notification',
      enabled: true,
      mechanisms: { email: [{ id: 'sam@tires.example' }, { id: 'eve@tires.example' }] },
      filters: { health_check_id: [...zone(fake).checks.keys()], status: ['Unhealthy'] },
    },
  ])
  expect(await deployShop(options, fakePorts(fake))).toMatchObject({ steps: [] })
})

test('[H4] the Health Check moves with the shop to another host', async () => {
  const fake = fakeCloudflare()
  await deployShop(options, fakePorts(fake))
  const environment = { ...OWN_HOST, hosts: ['www.tires.example'] }
  const [check = expect.fail('no check')] = checksOf(fake)
  check.interval = 300
  await deployShop(deployOptions({ environment }), fakePorts(fake))
  expect(checksOf(fake)).toMatchObject([{ name: 'treadline', address: 'www.tires.example', interval: 300 }])
})

test('[H4] the notification follows a Health Check that was deleted and created again, and keeps what it was given', async () => {
  const fake = await withAlertMail()
  await deployShop(options, fakePorts(fake))
  const [[id, policy] = expect.fail('no notification')] = fake.policies
  const mechanisms = { email: [{ id: 'night@tires.example' }] }
  fake.policies.set(id, { ...policy, mechanisms })
  zone(fake).checks.clear()
  await deployShop(options, fakePorts(fake))
  const filters = { status: ['Unhealthy'], health_check_id: [...zone(fake).checks.keys()] }
  expect([...fake.policies]).toEqual([[id, { ...policy, mechanisms, filters }]])
  expect(await deployShop(options, fakePorts(fake))).toMatchObject({ steps: [] })
})

test('[H4] a shop that Cloudflare cannot watch is deployed, and a monitoring service is advised', async () => {
  const fake = fakeCloudflare()
  zone(fake).plan = 'free'
  const own = await deployShop(options, fakePorts(fake))
  const line = (need: string, host: string) =>
    `Without a Health Check: Cloudflare has it for ${need}. Let a monitoring service request https://${host}/healthz each minute`
  expect(own.remaining).toContain(line('the plan Pro of the zone tires.example', 'shop.tires.example'))
  expect(fake.calls.filter(({ path }) => /healthchecks|alerting/.test(path))).toEqual([])
  const shared = await deployShop(deployOptions(), fakePorts(fakeCloudflare()))
  expect(shared.remaining).toContain(line('a host of your own', 'treadline.tests.workers.dev'))
})

test('[H4] a Health Check that the zone refuses stops no deployment', async () => {
  const fake = await withAlertMail()
  fake.fault = ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/healthchecks')) return undefined
    const errors = [{ code: 1002, message: 'health checks disabled for zone' }]
    return Response.json({ success: false, errors }, { status: 400 })
  }
  const ports = fakePorts(fake)
  const { isApplied, remaining } = await deployShop(options, ports)
  expect(isApplied).toBe(true)
  expect(remaining.join('\n')).toMatch(
    /^Without a Health Check: .*: health checks disabled for zone \(1002\)\. Let a monitoring service /m,
  )
  expect(ports.lines.join('\n')).toContain('; the deployment goes on without it')
  // The notification has no check that it could follow.
  expect(ports.lines.filter((line) => /^[✓✗] have Cloudflare mail/.test(line))).toEqual([])
})

test('[H4] a demo shop redirects to https as well, but wakes nobody', async () => {
  const fake = fakeCloudflare()
  const environment = { ...STAGING, hosts: ['staging.tires.example'] }
  const { remaining } = await deployShop(deployOptions({ environment }), fakePorts(fake))
  setAlertMail(fake, 'sam@tires.example')
  await deployShop(deployOptions({ environment }), fakePorts(fake))
  expect([zone(fake).https, checksOf(fake), fake.policies.size]).toEqual(['on', [], 0])
  expect(remaining.join()).not.toContain('Health Check')
})

test.each([
  ['/settings/', 'Without "Always Use HTTPS" of the zone tires.example', 'Zone, Zone Settings: Edit'],
  ['/healthchecks', 'Without a Health Check', 'Zone, Health Checks: Edit'],
  ['/alerting/', 'Without a mail of Cloudflare', 'Account, Notifications: Edit'],
])(
  '[H4] a token without the right to %s deploys all the same, and the right is named',
  async (part, line, right) => {
    const fake = fakeCloudflare()
    fake.fault = ({ path }) =>
      path.includes(part)
        ? Response.json(
            { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
            { status: 403 },
          )
        : undefined
    const { isApplied, remaining } = await deployShop(options, fakePorts(fake))
    expect(isApplied).toBe(true)
    const lines = remaining.filter((one) => one.startsWith(line))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`The token needs the permission "${right}"`)
  },
)
