/** Targets for rows: the local D1 that `wrangler dev` uses, a D1 binding, or a file of SQL. */

import { once } from 'node:events'
import { createWriteStream, openSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** The operations of D1 that loading needs. */
export interface LoadableD1 {
  query<Row>(sql: string): Promise<Row[]>
  /** Runs statements in order, as one transaction; returns the rows of each. */
  run(statements: readonly string[]): Promise<object[][]>
}

/** The operation of R2 that loading needs. */
export interface LoadableBucket {
  put(key: string, file: Uint8Array, options: { httpMetadata: { contentType: string } }): Promise<unknown>
}

export interface Target {
  /** Runs statements in order; each call is one transaction at most. */
  run(statements: readonly string[]): Promise<void>
  /** Puts a file into the shop's bucket. */
  put(key: string, file: Uint8Array, contentType: string): Promise<void>
  close(): Promise<void>
}

/** The folder where wrangler stores local state. */
export const LOCAL_STATE = '.wrangler/state/v3'

/** Names in wrangler.toml; the local database is its `preview_database_id`. */
export const DATABASE = 'treadline'
export const LOCAL_DATABASE = 'treadline'
export const BUCKET = 'treadline-pictures'

/** Bytes of SQL in one call of D1; larger batches are not faster and use more memory. */
const BATCH_BYTES = 2_000_000

/**
 * Returns a target for a D1 database; `batchBytes` is the size of one call. Without a bucket it ignores files: a test
 * database has no bucket.
 */
export function d1Target(
  db: LoadableD1,
  bucket: LoadableBucket | null = null,
  batchBytes = BATCH_BYTES,
): Target {
  return {
    async run(statements) {
      let batch: string[] = []
      let size = 0
      const send = async () => {
        if (batch.length > 0) await db.run(batch)
        batch = []
        size = 0
      }
      for (const sql of statements) {
        batch.push(sql)
        size += sql.length
        if (size >= batchBytes) await send()
      }
      await send()
    },
    async put(key, file, contentType) {
      await bucket?.put(key, file, { httpMetadata: { contentType } })
    },
    async close() {},
  }
}

/**
 * A Worker with the local database: a batch is one request. Miniflare's own bindings for Node make one
 * blocking request for each statement, and a request without an answer blocks Node for ever.
 */
const LOADER = `export default {
  async fetch(request, { DB, PICTURES }) {
    if (request.method === 'PUT') {
      const httpMetadata = { contentType: request.headers.get('content-type') }
      await PICTURES.put(new URL(request.url).searchParams.get('key'), await request.arrayBuffer(), { httpMetadata })
      return new Response(null)
    }
    try {
      const results = await DB.batch((await request.json()).map((sql) => DB.prepare(sql)))
      return Response.json(results.map(({ results }) => results))
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  },
}`

/** Opens the database and the bucket of wrangler's local state through Miniflare. */
export async function openLocalD1(
  persist = LOCAL_STATE,
): Promise<{ db: LoadableD1; bucket: LoadableBucket; close: () => Promise<void> }> {
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: LOADER,
      compatibilityDate: '2026-09-18',
      cf: false,
      resourcePersistencePath: persist,
      d1Databases: { DB: LOCAL_DATABASE },
      r2Buckets: { PICTURES: BUCKET },
    }),
  )
  await miniflare.ready
  const batch = async (statements: readonly string[]) => {
    const reply = await miniflare.dispatchFetch('http://loader', {
      method: 'POST',
      body: JSON.stringify(statements),
    })
    if (!reply.ok) throw new Error(await reply.text())
    return reply.json() as Promise<object[][]>
  }
  const db = retryWhenLocked({
    query: async <Row>(sql: string) => ((await batch([sql])).at(-1) ?? []) as Row[],
    run: batch,
  })
  const bucket: LoadableBucket = {
    async put(key, file, { httpMetadata }) {
      const reply = await miniflare.dispatchFetch(`http://loader/?key=${encodeURIComponent(key)}`, {
        method: 'PUT',
        headers: { 'content-type': httpMetadata.contentType },
        body: file,
      })
      if (!reply.ok) throw new Error(`The picture ${key} cannot be stored: ${await reply.text()}`)
    },
  }
  return { db, bucket, close: () => miniflare.dispose() }
}

/** Pauses in ms while a running shop writes to the same database; a minute in all. */
const WAITS = [50, 100, 200, 400, 800, ...Array.from({ length: 60 }, () => 1000)]

/** Errors of a locked database; a runtime that is interrupted reports only an internal error. */
const BUSY = /SQLITE_BUSY|SQLITE_LOCKED|database( table)? is locked|internal error; reference/

/** Retries while the database is locked: a batch that was refused has changed nothing. */
export function retryWhenLocked(db: LoadableD1, pause: (ms: number) => Promise<unknown> = delay): LoadableD1 {
  const retry = async <T>(call: () => Promise<T>): Promise<T> => {
    for (const ms of WAITS) {
      try {
        return await call()
      } catch (error) {
        if (!BUSY.test(String(error))) throw error
        await pause(ms)
      }
    }
    return call().catch((error) => {
      throw new Error('The local database was busy for a minute. Stop the running shop and try again.', {
        cause: error,
      })
    })
  }
  return {
    query: <Row>(sql: string) => retry(() => db.query<Row>(sql)),
    run: (statements) => retry(() => db.run(statements)),
  }
}

/** Writes statements for `wrangler d1 execute --remote --file`, and files of the bucket to `<path>.files`. */
export function fileTarget(path: string): Target {
  const stream = createWriteStream(path, { fd: opened(path) })
  // The next write or close reports the error; without a listener the process would end at once.
  stream.on('error', () => {})
  return {
    async run(statements) {
      for (const sql of statements) {
        if (stream.errored) throw stream.errored
        if (!stream.write(`${sql};\n`)) await once(stream, 'drain')
      }
    },
    async put(key, file) {
      const to = join(filesOf(path), key)
      await mkdir(dirname(to), { recursive: true })
      await writeFile(to, file)
    },
    async close() {
      stream.end()
      await finished(stream)
    },
  }
}

/** Opens a file for writing; throws an error of one line. */
function opened(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `there is no folder ${dirname(path)}` : message
    throw new Error(`${path} cannot be written: ${why}`, { cause: error })
  }
}

/** Returns the folder in which `fileTarget` writes the files of the bucket. */
export function filesOf(path: string): string {
  return `${path}.files`
}
