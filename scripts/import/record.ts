/** Reads rows of a catalog file, CSV or JSON lines, as texts by name. A bad line affects no other line. */
import { parse } from 'csv-parse/sync'
import { type Line, readLines } from './lines.ts'

export interface RawRow {
  /** Line of the file where the row begins, from 1. */
  line: number
  /** The text in the file. */
  raw: string
  bytes: number
  /** Values by column name; null when the row could not be read. */
  values: Record<string, string> | null
  /** Why the row could not be read. */
  reason: string
}

type FileKind = 'csv' | 'jsonl'

/** The most lines of a row with line breaks in quoted fields. */
const MAX_LINES = 20
const INVALID_UTF8 = /\uFFFD/

function kindOf(path: string): FileKind {
  return /\.(jsonl|ndjson|json)(\.gz)?$/i.test(path) ? 'jsonl' : 'csv'
}

/** Returns the column names of a CSV file; null for JSON lines, where each row has its own names. */
export async function readHeader(path: string): Promise<string[] | null> {
  if (kindOf(path) === 'jsonl') return null
  for await (const line of readLines(path)) return cells(line.text, delimiterOf(line.text)) ?? []
  return []
}

export async function* readRows(path: string): AsyncGenerator<RawRow> {
  yield* kindOf(path) === 'jsonl' ? readJsonLines(path) : readCsv(path)
}

async function* readJsonLines(path: string): AsyncGenerator<RawRow> {
  for await (const line of readLines(path)) {
    if (line.text.trim() === '') continue
    const values = line.tooLong ? null : jsonValues(line.text)
    const invalid = INVALID_UTF8.test(line.text)
    yield {
      line: line.number,
      raw: line.text,
      bytes: line.bytes,
      values: invalid ? null : values,
      reason: reasonFor(line, 'is not a JSON object'),
    }
  }
}

function jsonValues(text: string): Record<string, string> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        item === null ? '' : typeof item === 'object' ? JSON.stringify(item) : String(item),
      ]),
    )
  } catch {
    return null
  }
}

async function* readCsv(path: string): AsyncGenerator<RawRow> {
  let header: string[] | null = null
  let delimiter = ','
  // Lines of one quoted field. If they form no row, the first line is refused and the others are read again.
  let held: Line[] = []
  function* readHeld(final: boolean): Generator<RawRow> {
    while (held.length > 0 && header) {
      const first = held[0]
      if (!first) return
      const text = held.map((line) => line.text).join('\n')
      const open = (text.match(/"/g)?.length ?? 0) % 2 === 1
      if (open && held.length < MAX_LINES && !final) return
      const found = open ? null : cells(text, delimiter)
      if (
        found &&
        found.length === header.length &&
        !held.some((line) => line.tooLong || INVALID_UTF8.test(line.text))
      ) {
        const names = header
        yield row(first, text, Object.fromEntries(names.map((name, index) => [name, found[index] ?? ''])))
        held = []
      } else {
        const alone = cells(first.text, delimiter)
        const problem = alone
          ? `has ${alone.length} columns, the header has ${header.length}`
          : 'has a quote that is never closed'
        yield row(first, first.text, null, reasonFor(first, problem))
        const others = held.slice(1)
        held = []
        for (const line of others) {
          held.push(line)
          yield* readHeld(false)
        }
      }
    }
  }
  for await (const line of readLines(path)) {
    if (!header) {
      delimiter = delimiterOf(line.text)
      header = cells(line.text, delimiter) ?? []
      continue
    }
    if (held.length === 0 && line.text.trim() === '') continue
    held.push(line)
    yield* readHeld(false)
  }
  yield* readHeld(true)
}

function row(line: Line, raw: string, values: RawRow['values'], reason = ''): RawRow {
  return { line: line.number, raw, bytes: line.bytes, values, reason }
}

function reasonFor(line: Line, otherwise: string): string {
  if (line.tooLong) return 'is longer than a row can be'
  return INVALID_UTF8.test(line.text) ? 'is not valid UTF-8' : otherwise
}

/** Returns the cells of one row; null when a quote is not closed. */
function cells(text: string, delimiter: string): string[] | null {
  try {
    const [found] = parse(text, { delimiter, relax_column_count: true, trim: true }) as string[][]
    return found ?? null
  } catch {
    return null
  }
}

/** Returns comma, semicolon or tab: the most frequent one in the header. */
function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best), ',')
}
