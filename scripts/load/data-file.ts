/** Data files beside the code that loads them: tables (CSV with a header) and texts (Markdown with front matter). */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'

/** A cell with a number. */
export const CELL_NUMBER = v.pipe(v.string(), v.nonEmpty(), v.toNumber())
/** A cell with several values, separated by spaces. */
export const CELL_LIST = v.pipe(
  v.string(),
  v.transform((text) => text.split(' ')),
)
/** `seasons=winter sets=setOfFour`: the filters of a list. */
export const CELL_FILTERS = v.pipe(
  v.string(),
  v.regex(/^\S+=\S+( \S+=\S+)*$/, 'is not of the form attribute=value attribute=value'),
  v.transform(
    (text): Record<string, string[]> =>
      Object.fromEntries(
        text.split(' ').map((part) => [part.split('=')[0], part.split('=')[1]?.split(',') ?? []]),
      ),
  ),
)

/** Reads a table; an empty cell is missing from its row. */
export function readTable<Row>(file: URL, schema: v.GenericSchema<unknown, Row>): Row[] {
  const options = { columns: true, cast: (cell: string) => (cell === '' ? undefined : cell) }
  const rows: unknown[] = parse(readFileSync(file, 'utf8'), options)
  return rows.map((row, index) => validate(schema, row, file, `, row ${index + 1}`))
}

/** Reads a text: optional front matter (`name: value` between two lines of three hyphens), then Markdown. */
export function readText<Front>(
  file: URL,
  schema: v.GenericSchema<unknown, Front>,
): Front & { content: string } {
  const text = readFileSync(file, 'utf8')
  const [, head, content = text] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const values = (head?.split('\n') ?? []).map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { ...validate(schema, Object.fromEntries(values), file), content: content.trimEnd() }
}

function validate<Value>(
  schema: v.GenericSchema<unknown, Value>,
  value: unknown,
  file: URL,
  location = '',
): Value {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  throw new Error(`${relative('.', fileURLToPath(file))}${location}: ${v.summarize(read.issues)}`)
}
