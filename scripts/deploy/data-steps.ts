/** Steps of the database: migrations, one transaction each, then base data. They run before any new code. */
import { RECORDS_TABLE } from '../load/migrate.ts'
import { d1Target } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { CloudflareError } from './cloudflare-api.ts'
import type { PlannedCall, Step, StepInput } from './plan.ts'
import { remoteD1 } from './remote-d1.ts'

/** Bytes of SQL in one call; D1 stops a call after 30 seconds. */
export const CALL_BYTES = 400_000

export function dataSteps({ api, state, contents, ids, log }: StepInput): Step[] {
  const query: PlannedCall = {
    method: 'POST',
    path: `/accounts/{account}/d1/database/${state.databaseId ?? '*'}/query`,
    isRepeated: true,
  }
  const open = () => {
    if (ids.database === null) throw new Error('The database was not created')
    return remoteD1(api, ids.database)
  }
  const unknown = state.migrations.filter((name) => contents.migrations.every((one) => one.name !== name))
  if (unknown.length > 0)
    throw new NotReady(
      `The database has migrations that this checkout does not have: ${unknown.join(', ')}. Deploy a newer checkout.`,
    )
  const pending = contents.migrations.filter(({ name }) => !state.migrations.includes(name))
  const steps: Step[] = []
  if (pending.length > 0)
    steps.push({
      id: 'migrations',
      title: `apply ${pending.length === 1 ? 'the migration' : `${pending.length} migrations:`} ${describeRange(pending)}`,
      calls: [query],
      run: async () => {
        const db = open()
        await db.run([RECORDS_TABLE])
        for (const { name, statements } of pending) {
          await db.run(statements).catch((error: unknown) => {
            const outcome =
              error instanceof CloudflareError && error.isUnclear
                ? 'may be applied or not'
                : 'failed and changed nothing'
            throw new Error(`Migration ${name} ${outcome}: ${error instanceof Error ? error.message : error}`)
          })
          log(`  ${name}`)
        }
      },
    })
  if (state.baseVersion !== contents.baseVersion)
    steps.push({
      id: 'base data',
      title: state.baseVersion === null ? 'load base data' : 'update base data',
      calls: [query],
      run: async () => d1Target(open(), null, CALL_BYTES).run(await contents.baseStatements()),
    })
  return steps
}

function describeRange(pending: readonly { name: string }[]): string {
  const [first, last] = [pending[0]?.name ?? '', pending.at(-1)?.name ?? '']
  return first === last ? first : `${first} to ${last}`
}
