/** Reads an uploaded CSV file row by row, in little memory (H14). */
import { parse } from 'csv-parse'
import type { FileProblem } from '../../../schema/staff/csv/csv-messages.ts'
import { UNIT_COLUMNS } from '../../../schema/staff/csv/unit-columns.ts'

/** Characters of a row; more is a quote that is never closed. */
const ROW_MAX = 20_000
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

export interface CsvRow {
  /** Counted from 1, the header. */
  row: number
  cells: string[]
}

/** A file that is refused as a whole. */
export class FileError extends Error {
  readonly problem: FileProblem
  /** What the message names at its end. */
  readonly detail: string

  constructor(problem: FileProblem, detail = '') {
    super(problem)
    this.problem = problem
    this.detail = detail
  }
}

/** Yields the rows of a file, the header first. Throws `FileError` for a file that is no CSV file of units. */
export async function* readCsvFile(file: Blob): AsyncGenerator<CsvRow> {
  await checkKind(file)
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: ROW_MAX,
  })
  const writing = write(file, parser)
  let row = 0
  try {
    for await (const cells of parser) {
      row += 1
      yield { row, cells }
    }
    await writing
  } catch (error) {
    await writing.catch(() => {})
    if (error instanceof FileError) throw error
    if (String((error as { code?: unknown }).code).startsWith('CSV_'))
      throw new FileError('quotes', String(row + 1))
    throw error
  }
  if (row === 0) throw new FileError('empty')
}

async function checkKind(file: Blob): Promise<void> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const begins = (bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte)
  if (WORKBOOKS.some(begins)) throw new FileError('workbook')
  if (UTF_16.some(begins) || head[0] === 0 || head[1] === 0) throw new FileError('utf-16')
}

/** Hands the text to the parser, and waits while the parser has enough. */
async function write(file: Blob, parser: ReturnType<typeof parse>): Promise<void> {
  const text = file.stream().pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
  try {
    for await (const chunk of text as unknown as AsyncIterable<string>) {
      if (parser.destroyed) return
      if (!parser.write(chunk))
        await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve))
    }
    parser.end()
  } catch {
    parser.destroy(new FileError('encoding'))
  }
}

/** Returns the names of the columns. Throws `FileError` when they are not those of an export. */
export function readHeader(cells: readonly string[]): string[] {
  const all = cells.map((cell) => cell.trim().toLowerCase())
  // Numbers writes empty cells at the end of rows.
  const names = all.slice(0, all.findLastIndex(Boolean) + 1)
  const [first = ''] = names
  if (names.length === 1 && /[;\t]/.test(first)) throw new FileError('semicolons')
  if (!names.includes('sku') || !names.includes('version')) throw new FileError('header')
  const known = UNIT_COLUMNS.map(({ name }) => name)
  // The file of refused rows has their reasons in a column more.
  const wrong = names.find(
    (name, at) => !(known.includes(name) || name === 'refused') || names.indexOf(name) !== at,
  )
  if (wrong !== undefined) throw new FileError('columns', `“${wrong}”.`)
  return names
}
