/** Reads a file of local tax rates: one row for each ZIP code or range of ZIP codes. */
import { basename } from 'node:path'
import { parseRate, type RateMillionths } from '../../schema/cart/totals/tax.ts'
import { NotReady } from '../not-ready.ts'
import { readHeader, readRows } from './record.ts'

/** One row: what a buyer pays in all in these ZIP codes, the state's part included. */
export interface LocalRate {
  line: number
  /** Two letters. */
  state: string
  /** Inclusive; equal for a single ZIP code. */
  zipFrom: string
  zipTo: string
  combined: RateMillionths
  /** The name of the tax region, or an empty text. */
  name: string
}

export interface TaxFile {
  rates: LocalRate[]
  /** What is wrong, each with its line; nothing of a file with problems is loaded. */
  problems: string[]
  /** Rows that were left out because their ZIP codes are unknown, so that no order can have them. */
  unknown: number
}

/** The data that a file is checked against. */
export interface TaxPlaces {
  /** The state of each ZIP code, two letters. */
  stateOfZip: ReadonlyMap<string, string>
  /** Codes of the states in which the shop charges tax, with their own rate. */
  stateRates: ReadonlyMap<string, RateMillionths>
}

/** Names of columns in the files that tax services offer, in lower case without blanks and underscores. */
const COLUMNS = {
  state: ['state', 'statecode'],
  zip: ['zip', 'zipcode', 'zipfrom', 'postalcode'],
  zipTo: ['zipto'],
  rate: ['rate', 'combinedrate', 'estimatedcombinedrate'],
  name: ['name', 'taxregionname'],
} as const
type Column = keyof typeof COLUMNS
const REQUIRED: readonly Column[] = ['state', 'zip', 'rate']

/** The highest rate that is believed: no place in the U.S. is above 15 percent. */
const MAX_RATE = 150_000

/** Reads and checks a file; throws `NotReady` for a file of another kind. */
export async function readTaxFile(path: string, places: TaxPlaces): Promise<TaxFile> {
  const names = await columnNames(path)
  const read: TaxFile = { rates: [], problems: [], unknown: 0 }
  let rows = 0
  for await (const { line, values, reason } of readRows(path)) {
    rows += 1
    const cell = (column: Column) => (values?.[names[column] ?? ''] ?? '').trim()
    const result = values ? toRate(cell, places) : { problem: reason }
    if ('problem' in result) read.problems.push(`line ${line}: ${result.problem}`)
    else if (!isKnown(result, places)) read.unknown += 1
    else read.rates.push({ line, ...result })
  }
  if (rows === 0) throw new NotReady(`${basename(path)} has no rows`)
  read.problems.push(...overlaps(read.rates))
  return read
}

async function columnNames(path: string): Promise<Partial<Record<Column, string>>> {
  const header = (await readHeader(path)) ?? []
  const plain = header.map((name) => name.toLowerCase().replaceAll(/[\s_]/g, ''))
  const nameOf = (column: Column) =>
    header[plain.findIndex((name) => (COLUMNS[column] as readonly string[]).includes(name))]
  const missing = REQUIRED.filter((column) => nameOf(column) === undefined)
  if (missing.length > 0)
    throw new NotReady(
      `${basename(path)} has no column ${missing.map((name) => `"${name}"`).join(', ')}. It has: ${header.join(', ')}`,
    )
  return Object.fromEntries(
    (Object.keys(COLUMNS) as Column[]).flatMap((column) => {
      const name = nameOf(column)
      return name === undefined ? [] : [[column, name]]
    }),
  )
}

type Row = Omit<LocalRate, 'line'>

function toRate(cell: (column: Column) => string, places: TaxPlaces): Row | { problem: string } {
  const state = cell('state').toUpperCase()
  const zipFrom = cell('zip')
  const zipTo = cell('zipTo') || zipFrom
  const own = places.stateRates.get(state)
  if (own === undefined)
    return {
      problem: [...places.stateOfZip.values()].includes(state)
        ? `the shop has no tax rate for ${state}: add the state's own rate to tax_rate first`
        : `"${cell('state')}" is no state: write two letters such as IL`,
    }
  for (const zip of [zipFrom, zipTo])
    if (!/^\d{5}$/.test(zip))
      return {
        problem: `"${zip}" is no ZIP code of 5 digits${/^\d{3,4}$/.test(zip) ? '. A spreadsheet may have removed its zeros at the front' : ''}`,
      }
  if (zipFrom > zipTo) return { problem: `the ZIP code ${zipFrom} is above ${zipTo}` }
  const rate = cell('rate')
  const combined = parseRate(rate)
  if (combined === null)
    return { problem: `the rate "${rate}" is no fraction of at most 6 decimals: write 10.25% as 0.1025` }
  if (combined > MAX_RATE)
    return {
      problem: `the rate ${rate} would be ${combined / 10_000}%: write 10.25% as 0.1025`,
    }
  if (combined < own)
    return {
      problem: `the rate ${rate} is below the rate of ${state}, ${own / 1_000_000}: it is the sum of state and local taxes`,
    }
  const foreign = foreignZip({ state, zipFrom, zipTo }, places)
  if (foreign)
    return { problem: `${foreign} is a ZIP code of ${places.stateOfZip.get(foreign)}, not of ${state}` }
  return { state, zipFrom, zipTo, combined, name: cell('name') }
}

type Range = Pick<LocalRate, 'state' | 'zipFrom' | 'zipTo'>

/** Returns the ZIP codes of the range that the post office has. */
function knownZips({ zipFrom, zipTo }: Omit<Range, 'state'>, { stateOfZip }: TaxPlaces): string[] {
  const count = Number(zipTo) - Number(zipFrom) + 1
  return Array.from({ length: count }, (_, index) => String(Number(zipFrom) + index).padStart(5, '0')).filter(
    (zip) => stateOfZip.has(zip),
  )
}

function foreignZip(range: Range, places: TaxPlaces): string | undefined {
  return knownZips(range, places).find((zip) => places.stateOfZip.get(zip) !== range.state)
}

function isKnown(range: Range, places: TaxPlaces): boolean {
  return knownZips(range, places).length > 0
}

/** Returns a problem for each row that begins in an earlier one: rates of a ZIP code are added, so it would be taxed twice. */
function overlaps(rates: readonly LocalRate[]): string[] {
  const byZip = rates.toSorted((a, b) =>
    a.zipFrom < b.zipFrom ? -1 : a.zipFrom > b.zipFrom ? 1 : a.line - b.line,
  )
  const problems: { line: number; text: string }[] = []
  let last: LocalRate | undefined
  for (const rate of byZip) {
    if (last && rate.zipFrom <= last.zipTo) {
      const [early, late] = rate.line < last.line ? [rate, last] : [last, rate]
      problems.push({ line: late.line, text: overlapText(late, early) })
    }
    if (!last || rate.zipTo > last.zipTo) last = rate
  }
  return problems.toSorted((a, b) => a.line - b.line).map(({ text }) => text)
}

function overlapText(late: LocalRate, early: LocalRate): string {
  const range = ({ zipFrom, zipTo }: LocalRate) => (zipFrom === zipTo ? zipFrom : `${zipFrom} to ${zipTo}`)
  return range(late) === range(early)
    ? `line ${late.line}: ${range(late)} stands in line ${early.line} already`
    : `line ${late.line}: ${range(late)} overlaps ${range(early)} of line ${early.line}`
}
