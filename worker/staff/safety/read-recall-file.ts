/** Reads NHTSA's file of recalls, as text or in a ZIP, row by row: the whole text is larger than the memory of a Worker (H14t). */
import { parseRecallRow, type RecallRow } from '../../../schema/staff/safety/recall-file.ts'

/** Only rows of tires have it as the type of the product. */
const MARK = '\tT\t'
const ZIP = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 }
/** Bytes of the last part of a ZIP with the longest comment. */
const END_MAX = 65_557
const DEFLATED = 8
/** Characters of a line: the fields of NHTSA’s file have room for ten thousand. */
const LINE_MAX = 1_000_000
/** Bytes of the text after unpacking: a ZIP may promise a thousand times its own size. */
const TEXT_MAX = 1_000_000_000

/** Returns the rows about tires; `null` for a file that has none, or that is larger than any of NHTSA’s. */
export async function readRecallFile(file: Blob): Promise<RecallRow[] | null> {
  const text = await openText(file)
  if (!text) return null
  const rows: RecallRow[] = []
  for await (const line of readLines(text)) {
    if (line === null) return null
    const row = line.includes(MARK) ? parseRecallRow(line) : null
    if (row) rows.push(row)
  }
  return rows.length > 0 ? rows : null
}

/** Yields the lines; `null` at last for a text that is too large, or has too long a line. */
async function* readLines(text: ReadableStream<Uint8Array>): AsyncGenerator<string | null> {
  let rest = ''
  let size = 0
  try {
    const decoder = new TextDecoder('windows-1252')
    for await (const chunk of text) {
      size += chunk.byteLength
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
      rest = lines.pop() ?? ''
      if (size > TEXT_MAX || rest.length > LINE_MAX) return yield null
      yield* lines
    }
  } catch (error) {
    // A damaged ZIP ends where it can no longer be read; what was read before is not used.
    if (error instanceof TypeError) return
    throw error
  }
  yield rest
}

/** Returns the text of a file, or of the first file in a ZIP; `null` for a ZIP that cannot be read. */
async function openText(file: Blob): Promise<ReadableStream<Uint8Array> | null> {
  const isZip = file.size > 22 && (await readView(file, 0, 4)).getUint32(0, true) === ZIP.local
  if (!isZip) return file.stream()
  const from = Math.max(0, file.size - END_MAX)
  const tail = await readView(file, from, file.size - from)
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== ZIP.end) end -= 1
  if (end < 0) return null
  const entry = await readView(file, tail.getUint32(end + 16, true), 46)
  if (entry.byteLength < 46 || entry.getUint32(0, true) !== ZIP.entry) return null
  const [method, size, start] = [
    entry.getUint16(10, true),
    entry.getUint32(20, true),
    entry.getUint32(42, true),
  ]
  const local = await readView(file, start, 30)
  if (method !== DEFLATED || local.byteLength < 30) return null
  const data = start + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  return file
    .slice(data, data + size)
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
}

async function readView(file: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + length).arrayBuffer())
}
