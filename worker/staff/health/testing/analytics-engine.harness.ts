/** Answers the queries of the alert rules as Analytics Engine would, from points in SQLite. Runs on Node only. */
import { DatabaseSync } from 'node:sqlite'
import { DAY_MS, MINUTE_MS } from '../../../../schema/platform/duration.ts'
import type { DataPoint } from '../../../../schema/platform/metrics/data-point.ts'

const BLOBS = 10
const DOUBLES = 12

const columns = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`)

export class FakeAnalyticsEngine {
  readonly #db = new DatabaseSync(':memory:')
  readonly #now: number

  /** `now` is the time of the queries in milliseconds. */
  constructor(now: number) {
    this.#now = now
    const names = [...columns('blob', BLOBS), ...columns('double', DOUBLES)]
    this.#db.exec(`CREATE TABLE treadline (index1, timestamp, _sample_interval, ${names.join(', ')})`)
    this.#db.aggregate('weighted_quantile', {
      start: '[]',
      // SQLite counts the parameters of this function.
      step: (rows, level, value, weight) =>
        JSON.stringify([...JSON.parse(String(rows)), [level, value, weight]]),
      result: (rows) => weightedQuantile(JSON.parse(String(rows))),
    })
  }

  /** Adds a point that was written `minutesAgo`; it stands for `weight` points. */
  write({ indexes, blobs, doubles }: DataPoint, minutesAgo: number, weight = 1): void {
    const fill = <T>(values: readonly T[], count: number) =>
      Array.from({ length: count }, (_, at) => values[at] ?? null)
    const row = [
      indexes[0],
      this.#now - minutesAgo * MINUTE_MS,
      weight,
      ...fill(blobs, BLOBS),
      ...fill(doubles, DOUBLES),
    ]
    this.#db.prepare(`INSERT INTO treadline VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  }

  /** Runs a query in the dialect of ClickHouse, of which the rules use few words that SQLite lacks. */
  query(sql: string): Record<string, unknown>[] {
    const translated = sql
      .replace(/ FORMAT JSON$/, '')
      .replaceAll(/NOW\(\) - INTERVAL '(\d+)' (MINUTE|DAY)/g, (_, count, unit) =>
        String(this.#now - Number(count) * (unit === 'DAY' ? DAY_MS : MINUTE_MS)),
      )
      .replaceAll(/\bif\(/g, 'iif(')
      .replaceAll(/quantileExactWeighted\(([\d.]+)\)\(/g, 'weighted_quantile($1, ')
      // ClickHouse divides as real numbers.
      .replaceAll(' / ', ' * 1.0 / ')
    return this.#db.prepare(translated).all()
  }

  /** Answers a request to the SQL API. */
  readonly fetch = async (_input: unknown, init?: RequestInit): Promise<Response> =>
    Response.json({ data: this.query(String(init?.body)) })
}

function weightedQuantile(rows: readonly [level: number, value: number, weight: number][]): number | null {
  const sorted = [...rows].sort(([, a], [, b]) => a - b)
  const total = sorted.reduce((sum, [, , weight]) => sum + weight, 0)
  let seen = 0
  for (const [level, value, weight] of sorted) {
    seen += weight
    if (seen >= level * total) return value
  }
  return null
}
