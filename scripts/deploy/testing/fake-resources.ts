/** The fake account's namespaces, buckets, queues, hosts and databases. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Hono } from 'hono'
import { ok, ROOT, refuse } from './fake-answers.ts'
import type { FakeCloudflare } from './fake-cloudflare.ts'

export function addResources(app: Hono, fake: FakeCloudflare): void {
  app.get(`${ROOT}/workers/subdomain`, (c) => ok(c, { subdomain: 'tests' }))
  app.get(`${ROOT}/storage/kv/namespaces`, (c) =>
    ok(
      c,
      [...fake.namespaces].map(([title, id]) => ({ id, title })),
    ),
  )
  app.post(`${ROOT}/storage/kv/namespaces`, async (c) => {
    const { title } = await c.req.json<{ title: string }>()
    if (fake.namespaces.has(title))
      return refuse(c, 400, 10014, 'a namespace with this account ID and title already exists')
    const id = randomUUID().replaceAll('-', '')
    fake.namespaces.set(title, id)
    return ok(c, { id, title })
  })
  app.get(`${ROOT}/r2/buckets/:name`, (c) => {
    const name = c.req.param('name')
    return fake.buckets.has(name)
      ? ok(c, { name })
      : refuse(c, 404, 10006, 'The specified bucket does not exist.')
  })
  app.post(`${ROOT}/r2/buckets`, async (c) => {
    const { name } = await c.req.json<{ name: string }>()
    if (fake.buckets.has(name))
      return refuse(c, 409, 10004, 'The bucket you tried to create already exists, and you own it.')
    fake.buckets.add(name)
    return ok(c, { name })
  })
  app.get(`${ROOT}/queues`, (c) => {
    const found = [...fake.queues].filter(([name]) => name === c.req.query('name'))
    return ok(
      c,
      found.map(([queue_name, { id, consumers }]) => ({ queue_id: id, queue_name, consumers })),
    )
  })
  app.post(`${ROOT}/queues`, async (c) => {
    const { queue_name } = await c.req.json<{ queue_name: string }>()
    if (fake.queues.has(queue_name)) return refuse(c, 409, 11009, 'Queue name already taken')
    const id = randomUUID()
    fake.queues.set(queue_name, { id, consumers: [] })
    return ok(c, { queue_id: id, queue_name })
  })
  app.post(`${ROOT}/queues/:id/consumers`, async (c) => {
    const queue = [...fake.queues.values()].find(({ id }) => id === c.req.param('id'))
    if (!queue) return refuse(c, 404, 11001, 'Queue not found')
    const { script_name: script, ...body } = await c.req.json<Record<string, unknown>>()
    if (!fake.workers.has(String(script)))
      return refuse(c, 400, 11003, 'The Worker of the consumer does not exist')
    if (queue.consumers.length > 0) return refuse(c, 409, 11004, 'Queue already has a consumer')
    const consumer = { consumer_id: randomUUID(), script, ...body }
    queue.consumers.push(consumer)
    return ok(c, consumer)
  })
  app.put(`${ROOT}/queues/:id/consumers/:consumer`, async (c) => {
    const queue = [...fake.queues.values()].find(({ id }) => id === c.req.param('id'))
    const at = queue?.consumers.findIndex((one) => one.consumer_id === c.req.param('consumer')) ?? -1
    if (!queue || at < 0) return refuse(c, 404, 11002, 'Consumer not found')
    const { script_name: script, ...body } = await c.req.json<Record<string, unknown>>()
    queue.consumers[at] = { consumer_id: c.req.param('consumer'), script, ...body }
    return ok(c, queue.consumers[at])
  })
  app.post(`${ROOT}/analytics_engine/sql`, async (c) => {
    const sql = await c.req.text()
    const version = [...fake.traffic.keys()].find((id) => sql.includes(id))
    return c.json({ data: [fake.traffic.get(version ?? '') ?? { requests: 0, failed: 0 }] })
  })
  app.get(`${ROOT}/workers/domains`, (c) =>
    ok(
      c,
      [...fake.domains]
        .filter(
          ([hostname, service]) =>
            service === (c.req.query('service') ?? service) &&
            hostname === (c.req.query('hostname') ?? hostname),
        )
        .map(([hostname, service]) => ({ id: `id-of-${hostname}`, hostname, service })),
    ),
  )
  app.put(`${ROOT}/workers/domains`, async (c) => {
    const { hostname, service } = await c.req.json<{ hostname: string; service: string }>()
    fake.domains.set(hostname, service)
    return ok(c, { hostname, service })
  })
  app.delete(`${ROOT}/workers/domains/:id`, (c) => {
    fake.domains.delete(c.req.param('id').replace('id-of-', ''))
    return ok(c, null)
  })
}

export function addDatabases(app: Hono, fake: FakeCloudflare): void {
  app.get(`${ROOT}/d1/database`, (c) => {
    const wanted = c.req.query('name')
    const found = [...fake.databases].filter(([, { name }]) => wanted === undefined || name.includes(wanted))
    return ok(
      c,
      found.map(([uuid, { name }]) => ({ uuid, name })),
    )
  })
  app.post(`${ROOT}/d1/database`, async (c) => {
    const { name, primary_location_hint } = await c.req.json<{
      name: string
      primary_location_hint?: string
    }>()
    if ([...fake.databases.values()].some((one) => one.name === name))
      return refuse(c, 400, 7502, `Database with name '${name}' already exists`)
    const uuid = randomUUID()
    fake.databases.set(uuid, {
      name,
      region: primary_location_hint ?? null,
      db: new DatabaseSync(':memory:'),
    })
    return ok(c, { uuid, name, version: 'production' })
  })
  app.get(`${ROOT}/d1/database/:nameOrId`, (c) => {
    const wanted = c.req.param('nameOrId')
    const [uuid, found] = [...fake.databases].find(([id, { name }]) => id === wanted || name === wanted) ?? []
    return found ? ok(c, { uuid, name: found.name }) : refuse(c, 404, 7404, 'The database could not be found')
  })
  app.post(`${ROOT}/d1/database/:id/query`, async (c) => {
    const id = c.req.param('id')
    if (!fake.databases.has(id)) return refuse(c, 404, 7404, 'The database could not be found')
    const statements = statementsOf(await c.req.json())
    try {
      const answers = await fake.query(id, statements)
      return ok(
        c,
        answers.map((results) => ({ results, success: true, meta: {} })),
      )
    } catch (error) {
      return refuse(c, 400, 7500, error instanceof Error ? error.message : String(error))
    }
  })
}

export type QueryBody = { sql: string } | { batch: { sql: string }[] }

/** Returns the statements of a query's body. */
export function statementsOf(body: QueryBody): string[] {
  return 'batch' in body ? body.batch.map(({ sql }) => sql) : [body.sql]
}

/** Runs statements as one transaction; returns the rows of each. */
export function runStatements(db: DatabaseSync | undefined, statements: readonly string[]): unknown[][] {
  if (!db) throw new Error('There is no such database')
  db.exec('BEGIN')
  try {
    const rows = statements.map((sql) => db.prepare(sql).all())
    db.exec('COMMIT')
    return rows
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
