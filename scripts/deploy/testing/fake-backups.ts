/** The fake account's Time Travel, and the objects of its buckets. */

import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Hono } from 'hono'
import { ok, ROOT, refuse } from './fake-answers.ts'
import type { FakeCloudflare } from './fake-cloudflare.ts'

interface PastState {
  bookmark: string
  at: number
  file: string
}

/** The folder of all fakes of this process, deleted at its end. */
let root: string | null = null

function newFolder(): string {
  if (root === null) {
    const created = mkdtempSync(join(tmpdir(), 'treadline-fakes-'))
    process.once('exit', () => rmSync(created, { recursive: true, force: true }))
    root = created
  }
  return mkdtempSync(join(root, 'fake-'))
}

/** Adds bookmarks, restores and deletions. Each bookmark that is read remembers the state of its moment. */
export function addBackups(app: Hono, fake: FakeCloudflare): void {
  const folder = newFolder()
  const past = new Map<string, PastState[]>()
  let count = 0

  /** Returns a bookmark of the present; the last one when nothing was written since. */
  function remember(id: string, db: DatabaseSync): PastState {
    count += 1
    const state = {
      bookmark: `${String(count).padStart(8, '0')}-0000`,
      at: Date.now(),
      file: join(folder, `${id}-${count}`),
    }
    db.exec(`VACUUM INTO '${state.file}'`)
    past.set(id, [...(past.get(id) ?? []), state])
    return state
  }

  app.get(`${ROOT}/d1/database/:id/time_travel/bookmark`, (c) => {
    const id = c.req.param('id')
    const database = fake.databases.get(id)
    if (!database) return refuse(c, 404, 7404, 'The database could not be found')
    const timestamp = c.req.query('timestamp')
    if (timestamp === undefined) return ok(c, { bookmark: remember(id, database.db).bookmark })
    const found = past.get(id)?.findLast(({ at }) => at <= Date.parse(timestamp))
    return found
      ? ok(c, { bookmark: found.bookmark })
      : refuse(c, 400, 7500, 'No bookmark was found for this timestamp')
  })
  app.post(`${ROOT}/d1/database/:id/time_travel/restore`, (c) => {
    const id = c.req.param('id')
    const database = fake.databases.get(id)
    const state = past.get(id)?.find(({ bookmark }) => bookmark === c.req.query('bookmark'))
    if (!database || !state) return refuse(c, 400, 7500, 'The bookmark is not known')
    const { bookmark: previous_bookmark } = remember(id, database.db)
    count += 1
    const file = join(folder, `${id}-${count}`)
    copyFileSync(state.file, file)
    database.db = new DatabaseSync(file)
    return ok(c, { bookmark: state.bookmark, previous_bookmark, message: 'Restored' })
  })
  app.delete(`${ROOT}/d1/database/:id`, (c) => {
    const isKnown = fake.databases.delete(c.req.param('id'))
    return isKnown ? ok(c, null) : refuse(c, 404, 7404, 'The database could not be found')
  })
}

export function addObjects(app: Hono): void {
  const OBJECTS = `${ROOT}/r2/buckets/:bucket/objects` as const
  const buckets = new Map<string, Map<string, { bytes: Uint8Array; etag: string; type: string }>>()
  const keyOf = (path: string) => decodeURIComponent(path.split('/objects/')[1] ?? '')
  app.get(OBJECTS, (c) => {
    const { prefix = '', start_after = '', per_page = '1000' } = c.req.query()
    const objects = [...(buckets.get(c.req.param('bucket')) ?? [])]
    const found = objects
      .filter(([key]) => key.startsWith(prefix) && key > start_after)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return ok(
      c,
      found.slice(0, Number(per_page)).map(([key, { bytes, etag, type }]) => ({
        key,
        etag,
        size: bytes.length,
        http_metadata: { contentType: type },
      })),
    )
  })
  app.put(`${OBJECTS}/*`, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const etag = createHash('md5').update(bytes).digest('hex')
    const objects = buckets.get(c.req.param('bucket')) ?? new Map()
    objects.set(keyOf(c.req.path), { bytes, etag, type: c.req.header('content-type') ?? '' })
    buckets.set(c.req.param('bucket'), objects)
    return ok(c, { key: keyOf(c.req.path), etag, size: bytes.length })
  })
  app.get(`${OBJECTS}/*`, (c) => {
    const found = buckets.get(c.req.param('bucket'))?.get(keyOf(c.req.path))
    return found
      ? c.body(new Uint8Array(found.bytes))
      : refuse(c, 404, 10007, 'The specified key does not exist.')
  })
}
