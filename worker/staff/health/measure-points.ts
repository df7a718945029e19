/** Measures the rules that need the data points, by the SQL API of Workers Analytics Engine. */
import * as v from 'valibot'
import type { AlertRule, Measurement } from '../../../schema/staff/health/alert-rules.ts'
import type { Config } from '../../config.ts'
import { describeError, redact } from '../../platform/security/log-redaction.ts'

const QUERY_MS = 10_000

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

/** Measures the rules that need the data points; a query that failed is logged. */
export async function measurePoints(
  { account, token, dataset, apiUrl }: NonNullable<Config['metrics']>,
  rules: readonly AlertRule[],
): Promise<MeasuredPoints> {
  const measured = new Map<string, Measurement>()
  const failed: string[] = []
  // One after the other: an invocation may have six connections.
  for (const { name, source } of rules) {
    if (source.kind !== 'points') continue
    try {
      const response = await fetch(`${apiUrl}/client/v4/accounts/${account}/analytics_engine/sql`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: `${source.query(dataset)} FORMAT JSON`,
        signal: AbortSignal.timeout(QUERY_MS),
      })
      if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 300)}`)
      const { data } = v.parse(ANSWER, await response.json())
      // No group with enough samples is a quiet rule.
      measured.set(name, data[0] ?? { value: 0, samples: 0 })
    } catch (error) {
      failed.push(name)
      console.warn('measuring a rule failed', redact(name), describeError(error))
    }
  }
  return { measured, failed }
}
