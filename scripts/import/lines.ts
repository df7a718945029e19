/** Reads a text file line by line: huge files, huge lines, gzip, UTF-16, invalid UTF-8. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { NotReady } from '../not-ready.ts'

export interface Line {
  /** Counted from 1. */
  number: number
  /** Without its line break. Invalid UTF-8 is replaced by U+FFFD. */
  text: string
  /** The line is longer than a row can be; `text` is only its beginning. */
  tooLong: boolean
  /** Bytes read from the file so far, for progress. */
  bytes: number
}

/** The longest possible row; a longer line belongs to another kind of file or to an open quote. */
export const MAX_LINE_LENGTH = 1_000_000

export async function* readLines(path: string): AsyncGenerator<Line> {
  const { text, bytesRead } = await openText(path)
  let rest = ''
  let number = 0
  let tooLong = false
  const line = (text: string): Line => {
    number += 1
    const clean = number === 1 ? text.replace(/^\uFEFF/, '') : text
    const read = { number, text: clean.replace(/\r$/, ''), tooLong, bytes: bytesRead() }
    tooLong = false
    return read
  }
  for await (const chunk of text) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield line(part)
    if (rest.length > MAX_LINE_LENGTH) {
      rest = rest.slice(0, 1000)
      tooLong = true
    }
  }
  if (rest !== '') yield line(rest)
}

/** Kinds of files by their first bytes, because a workbook may have any name. */
const KINDS: readonly (readonly [
  kind: 'gzip' | 'utf-16le' | 'utf-16be' | 'workbook' | 'zip',
  bytes: readonly number[],
])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
]

function kindOf(head: Buffer): (typeof KINDS)[number][0] | 'utf-8' {
  const marked = KINDS.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))
  if (marked) return marked[0]
  // UTF-16 without a byte order mark: every other byte of ASCII letters is zero.
  if (head.length >= 4 && head[1] === 0 && head[3] === 0) return 'utf-16le'
  return head.length >= 4 && head[0] === 0 && head[2] === 0 ? 'utf-16be' : 'utf-8'
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function openText(path: string): Promise<{ text: AsyncIterable<string>; bytesRead(): number }> {
  const head = await headOf(path)
  const name = basename(path)
  if (head.length === 0) throw new NotReady(`${name} is empty`)
  const kind = kindOf(head)
  if (kind === 'workbook' || kind === 'zip')
    throw new NotReady(
      `${name} is a ${kind === 'zip' ? 'workbook (.xlsx, .ods) or a zip' : 'workbook (.xls)'}, not a text: save it as CSV (UTF-8) and import that`,
    )
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  const bytes = kind === 'gzip' ? pipeline(file, createGunzip(), () => {}) : file
  return {
    text: decoded(bytes, kind === 'gzip' ? 'utf-8' : kind, name),
    bytesRead: () => file.bytesRead,
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>, kind: string, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(kind, { ignoreBOM: true })
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code?.startsWith('Z_')) throw error
    throw new Error(`${name} is gzip that breaks off or is damaged`)
  }
  yield decoder.decode()
}
