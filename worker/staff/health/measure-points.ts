/** Measures the rules that need the data points, by the SQL API of Workers Analytics Engine. */
import * as v from 'valibot'
import type { AlertRule, Measurement } from '../../../schema/staff/health/alert-rule.ts'
import type { Config } from '../../config.ts'
import { describeError, redact } from '../../platform/security/log-redaction.ts'

/** For all queries together: they run at once, and the platform opens six connections at a time. */
const QUERIES_MS = 10_000

/** Numbers arrive as text when they are large; a division by zero arrives as `null`. */
const NUMBER = v.pipe(
  v.unknown(),
  v.transform((value) => (Number.isFinite(Number(value)) ? Number(value) : 0)),
)
const ANSWER = v.object({
  data: v.array(v.object({ value: NUMBER, samples: NUMBER, route: v.optional(v.string()) })),
})

export interface MeasuredPoints {
  /** By the name of the rule. */
  measured: ReadonlyMap<string, Measurement>
  /** Rules whose query failed. */
  failed: readonly string[]
}

/** Measures the rules that need the data points, all at once; a query that failed is logged. */
export async function measurePoints(
  access: NonNullable<Config['metrics']>,
  rules: readonly AlertRule[],
): Promise<MeasuredPoints> {
  const measured = new Map<string, Measurement>()
  const failed: string[] = []
  const signal = AbortSignal.timeout(QUERIES_MS)
  const measure = async ({ name, source }: AlertRule) => {
    if (source.kind !== 'points') return
    try {
      measured.set(name, await runQuery(access, source.query(access.dataset), signal))
    } catch (error) {
      failed.push(name)
      console.warn('measuring a rule failed', redact(name), describeError(error))
    }
  }
  await Promise.all(rules.map(measure))
  return { measured, failed }
}

/** Returns the first row; no group with enough samples is a quiet rule. */
async function runQuery(
  { account, token, apiUrl }: NonNullable<Config['metrics']>,
  query: string,
  signal: AbortSignal,
): Promise<Measurement> {
  const response = await fetch(`${apiUrl}/client/v4/accounts/${account}/analytics_engine/sql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: `${query} FORMAT JSON`,
    signal,
  })
  if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 300)}`)
  const { data } = v.parse(ANSWER, await response.json())
  return data[0] ?? { value: 0, samples: 0 }
}
