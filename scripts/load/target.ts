/** Where rows go: the local D1 that `wrangler dev` uses, a given D1 binding, or a file of SQL. */

import { once } from 'node:events'
import { createWriteStream, openSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** The part of D1 that loading needs. */
export interface LoadableD1 {
  query<Row>(sql: string): Promise<Row[]>
  /** Runs statements in order, as one transaction. */
  run(statements: readonly string[]): Promise<unknown>
}

/** The part of R2 that loading needs. */
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

/** wrangler's folder of local state. */
export const LOCAL_STATE = '.wrangler/state/v3'

/** As wrangler.toml names them; the database of this machine by its `preview_database_id`. */
export const DATABASE = 'treadline'
export const LOCAL_DATABASE = 'treadline'
export const BUCKET = 'treadline-pictures'

/** Bytes of SQL sent to D1 at once; larger batches gain nothing and hold more memory. */
const BATCH_BYTES = 2_000_000

/** Without a bucket files are left out: a database of a test has none beside it. */
export function d1Target(db: LoadableD1, bucket: LoadableBucket | null = null): Target {
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
        if (size >= BATCH_BYTES) await send()
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
 * Runs beside the local database: a batch is one request. Miniflare's own bindings for Node cost one blocking request
 * for each statement, and one that is never answered blocks Node for ever.
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
      return Response.json(results.at(-1).results)
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  },
}`

/** Opens database and bucket of wrangler's local state through Miniflare. */
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
    return reply.json() as Promise<unknown[]>
  }
  const db = patient({
    query: async <Row>(sql: string) => (await batch([sql])) as Row[],
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

/** Waits of a database that a running shop writes to as well, in ms; a minute in all. */
const WAITS = [50, 100, 200, 400, 800, ...Array.from({ length: 60 }, () => 1000)]

/** What a locked database says here; where its runtime is caught in the middle, only that something went wrong inside. */
const BUSY = /SQLITE_BUSY|SQLITE_LOCKED|database( table)? is locked|internal error; reference/

/** Asks again while the database is locked: a batch that was refused has done nothing. */
export function patient(db: LoadableD1, pause: (ms: number) => Promise<unknown> = delay): LoadableD1 {
  const insist = async <T>(act: () => Promise<T>): Promise<T> => {
    for (const ms of WAITS) {
      try {
        return await act()
      } catch (error) {
        if (!BUSY.test(String(error))) throw error
        await pause(ms)
      }
    }
    return act().catch((error) => {
      throw new Error('The local database was busy for a minute. Stop the running shop and try again.', {
        cause: error,
      })
    })
  }
  return {
    query: <Row>(sql: string) => insist(() => db.query<Row>(sql)),
    run: (statements) => insist(() => db.run(statements)),
  }
}

export interface FileTarget extends Target {
  /** What was put beside the statements. */
  files(): readonly { key: string; contentType: string; path: string }[]
}

/** Statements for `wrangler d1 execute --remote --file`; files of the bucket into the folder `<path>.files`. */
export function fileTarget(path: string): FileTarget {
  const stream = createWriteStream(path, { fd: opened(path) })
  // Anyone who writes or closes next is reported; without a listener the process would end in the middle.
  stream.on('error', () => {})
  const files: { key: string; contentType: string; path: string }[] = []
  return {
    async run(statements) {
      for (const sql of statements) {
        if (stream.errored) throw stream.errored
        if (!stream.write(`${sql};\n`)) await once(stream, 'drain')
      }
    },
    async put(key, file, contentType) {
      const to = join(filesOf(path), key)
      await mkdir(dirname(to), { recursive: true })
      await writeFile(to, file)
      files.push({ key, contentType, path: to })
    },
    files: () => files,
    async close() {
      stream.end()
      await finished(stream)
    },
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `there is no folder ${dirname(path)}` : message
    throw new Error(`${path} cannot be written: ${why}`, { cause: error })
  }
}

/** Where `fileTarget` puts the files of the bucket. */
export function filesOf(path: string): string {
  return `${path}.files`
}
