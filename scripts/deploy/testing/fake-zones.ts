/** The fake account's zones with their settings and Health Checks, its widgets of the captcha and its notification policies. */
import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { ok, ROOT, refuse } from './fake-answers.ts'
import type { FakeCloudflare } from './fake-cloudflare.ts'

export interface FakeZone {
  id: string
  plan: 'free' | 'pro'
  /** The setting "Always Use HTTPS". */
  https: string
  checks: Map<string, HealthCheck>
}

interface HealthCheck {
  name: string
  address: string
  [part: string]: unknown
}

export interface NotificationPolicy {
  name: string
  filters: { health_check_id: string[] }
  [part: string]: unknown
}

export function addZones(app: Hono, fake: FakeCloudflare): void {
  app.get('/zones', (c) => {
    const found = [...fake.zones].filter(([name]) => name === c.req.query('name'))
    return ok(
      c,
      found.map(([name, { id, plan }]) => ({ id, name, plan: { legacy_id: plan } })),
    )
  })
  app.get(
    '/zones/:zone/settings/always_use_https',
    ofZone(fake, ({ https }, c) => ok(c, { id: 'always_use_https', value: https })),
  )
  app.patch(
    '/zones/:zone/settings/always_use_https',
    ofZone(fake, async (zone, c) => {
      zone.https = (await c.req.json<{ value: string }>()).value
      return ok(c, { id: 'always_use_https', value: zone.https })
    }),
  )
  addHealthChecks(app, fake)
  addWidgets(app, fake)
  addPolicies(app, fake)
}

/** Returns a handler for calls of a zone; 404 when it does not exist. */
function ofZone(
  fake: FakeCloudflare,
  answer: (zone: FakeZone, c: Context) => Response | Promise<Response>,
): (c: Context) => Response | Promise<Response> {
  return (c) => {
    const zone = [...fake.zones.values()].find(({ id }) => id === c.req.param('zone'))
    return zone ? answer(zone, c) : refuse(c, 404, 7003, 'Could not route to the zone')
  }
}

function addHealthChecks(app: Hono, fake: FakeCloudflare): void {
  app.get(
    '/zones/:zone/healthchecks',
    ofZone(fake, ({ checks }, c) =>
      ok(
        c,
        [...checks].map(([id, check]) => ({ id, ...check })),
      ),
    ),
  )
  app.post(
    '/zones/:zone/healthchecks',
    ofZone(fake, async (zone, c) => {
      if (zone.plan === 'free') return refuse(c, 400, 1002, 'health checks disabled for zone')
      const check = await c.req.json<HealthCheck>()
      if (!/^[\w-]+$/.test(check.name)) return refuse(c, 400, 1002, 'name is not valid')
      const id = randomUUID()
      zone.checks.set(id, check)
      return ok(c, { id, ...check })
    }),
  )
  app.patch(
    '/zones/:zone/healthchecks/:id',
    ofZone(fake, async (zone, c) => {
      const id = c.req.param('id') ?? ''
      const known = zone.checks.get(id)
      if (!known) return refuse(c, 404, 1001, 'no such health check')
      const check = { ...known, ...(await c.req.json<HealthCheck>()) }
      zone.checks.set(id, check)
      return ok(c, { id, ...check })
    }),
  )
}

function addWidgets(app: Hono, fake: FakeCloudflare): void {
  const path = `${ROOT}/challenges/widgets`
  app.get(path, (c) =>
    ok(
      c,
      [...fake.widgets].map(([sitekey, { secret: _, ...widget }]) => ({ sitekey, ...widget })),
    ),
  )
  app.get(`${path}/:sitekey`, (c) => {
    const sitekey = c.req.param('sitekey')
    const widget = fake.widgets.get(sitekey)
    return widget ? ok(c, { sitekey, ...widget }) : refuse(c, 404, 10404, 'no such widget')
  })
  // Cloudflare accepts the same name again.
  app.post(path, async (c) => {
    const count = fake.widgets.size + 1
    const [sitekey, secret] = [`0x4AAA-site-${count}`, `0x4AAA-secret-${count}`]
    const widget = { ...(await c.req.json<{ name: string; mode: string; domains: string[] }>()), secret }
    fake.widgets.set(sitekey, widget)
    return ok(c, { sitekey, ...widget })
  })
  app.put(`${path}/:sitekey`, async (c) => {
    const sitekey = c.req.param('sitekey')
    const known = fake.widgets.get(sitekey)
    if (!known) return refuse(c, 404, 10404, 'no such widget')
    const widget = { ...known, ...(await c.req.json<{ domains: string[] }>()) }
    fake.widgets.set(sitekey, widget)
    return ok(c, { sitekey, ...widget })
  })
}

function addPolicies(app: Hono, fake: FakeCloudflare): void {
  const path = `${ROOT}/alerting/v3/policies`
  app.get(path, (c) =>
    ok(
      c,
      [...fake.policies].map(([id, policy]) => ({ id, ...policy })),
    ),
  )
  const write = async (c: Context, id: string) => {
    const policy = await c.req.json<NotificationPolicy>()
    const checks = [...fake.zones.values()].flatMap(({ checks: own }) => [...own.keys()])
    if (!policy.filters.health_check_id.every((one) => checks.includes(one)))
      return refuse(c, 400, 17_000, 'no such health check')
    fake.policies.set(id, policy)
    return ok(c, { id })
  }
  app.post(path, (c) => write(c, randomUUID()))
  app.put(`${path}/:id`, async (c) => {
    const id = c.req.param('id')
    return fake.policies.has(id) ? await write(c, id) : refuse(c, 404, 17_001, 'no such policy')
  })
}

/** Returns the final state without ids. */
export function snapshotOfZones({ zones, widgets, policies }: FakeCloudflare): object {
  return {
    zones: [...zones].map(([name, { https, checks }]) => ({ name, https, checks: [...checks.values()] })),
    widgets: [...widgets.values()],
    policies: [...policies.values()].map(({ filters, ...rest }) => ({
      ...rest,
      checks: filters.health_check_id.length,
    })),
  }
}
