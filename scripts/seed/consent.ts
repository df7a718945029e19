/** Checks a database before demo tires are loaded, and asks for confirmation. */

import { ENVIRONMENT } from '../base/load.ts'
import { confirm, type Terminal } from '../confirm-prompt.ts'
import { literal } from '../load/sql.ts'
import { DATABASE, type LoadableD1 } from '../load/target.ts'

export interface DemoState {
  /** The environment that the database is marked for; empty without a mark. */
  environment: string
  /** Products of the merchant. */
  own: number
  /** Products of the demo shop. */
  demo: number
}

export const STATE_QUERY = `SELECT coalesce((SELECT value FROM config WHERE path = ${literal(ENVIRONMENT)}), '') AS environment, (SELECT count(*) FROM product WHERE NOT demo) AS own, (SELECT count(*) FROM product WHERE demo) AS demo`

export async function demoState(db: LoadableD1): Promise<DemoState> {
  const [state] = await db.query<DemoState>(STATE_QUERY)
  if (!state) throw new Error('The database did not answer')
  return state
}

const IN_PRODUCTION =
  'This database is marked as production (config shop/environment): demo tires are not loaded into it.'
const BESIDE_PRODUCTS =
  'This shop has products that the seed did not make; they would stand beside demo tires. Nothing was changed.'

/** Returns why demo tires may not be loaded; `null` when they may. */
export function refusal({ environment, own }: DemoState): string | null {
  if (environment === 'production') return IN_PRODUCTION
  return own > 0 ? BESIDE_PRODUCTS : null
}

/** Explains the errors of the database triggers that refuse demo tires. */
export function explainGateError(text: string): string {
  if (text.includes('demo_in_production')) return IN_PRODUCTION
  return text.includes('demo_beside_products') ? BESIDE_PRODUCTS : text
}

/** Asks once before demo tires are replaced here, twice for the deployed shop; throws when refused. */
export async function confirmSeeding(
  state: DemoState,
  where: 'local' | 'remote',
  { terminal, yes, database = DATABASE }: { terminal: Terminal; yes: boolean; database?: string },
): Promise<void> {
  const reason = refusal(state)
  if (reason) throw new Error(reason)
  const count = state.demo.toLocaleString('en-US')
  const replaced = `The ${count} demo products in it, their stock, coupons and reviews are replaced, with every change made to them.`
  if (where === 'local') {
    if (state.demo === 0) return
    const what = `This loads demo tires into the database ${DATABASE} of this machine. ${replaced}`
    return confirm(terminal, { what, word: DATABASE, yes })
  }
  const what = `This loads demo tires into the DEPLOYED database ${database}.${state.demo > 0 ? ` ${replaced}` : ''}`
  await confirm(terminal, { what, word: database, yes })
  await confirm(terminal, { what: 'Everybody will see them in the shop.', word: 'remote', yes })
}
