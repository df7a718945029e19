/** The file of a table in a backup: one line for each row, compressed. */
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Digest, digestRows, formatLine, type Row } from './rows.ts'

export interface TableWriter {
  write(row: Row): Promise<void>
  close(): Promise<Digest>
}

export function writeTableFile(path: string): TableWriter {
  const digest = digestRows()
  const gzip = createGzip({ level: 1 })
  const file = createWriteStream(path)
  const done = finished(gzip.pipe(file))
  // A full disk is reported by the next write or by `close`.
  done.catch(() => undefined)
  return {
    async write(row) {
      if (file.errored) throw file.errored
      digest.add(row)
      if (!gzip.write(formatLine(row))) await Promise.race([once(gzip, 'drain'), done])
    },
    async close() {
      gzip.end()
      await done
      return digest.end()
    },
  }
}

/** Reads the rows of a file in their order. Throws for a file that is damaged or missing. */
export async function* readTableFile(path: string): AsyncGenerator<Row> {
  const file = createReadStream(path)
  const gunzip = createGunzip().setEncoding('utf8')
  file.on('error', (error) => gunzip.destroy(error))
  let rest = ''
  for await (const chunk of file.pipe(gunzip)) {
    // Not readline, which also ends a line at U+2028.
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Row
  }
}

/** Counts and hashes the rows of a file. */
export async function digestFile(path: string): Promise<Digest> {
  const digest = digestRows()
  for await (const row of readTableFile(path)) digest.add(row)
  return digest.end()
}
