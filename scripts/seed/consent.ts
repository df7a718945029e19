/** What stands in a database before demo tires are loaded, and who has to say yes. */

import { ENVIRONMENT } from '../base/load.ts'
import { confirm, type Terminal } from '../confirm-prompt.ts'
import { literal } from '../load/sql.ts'
import { DATABASE, type LoadableD1 } from '../load/target.ts'

export interface DemoState {
  /** What the database is for; empty where it does not say. */
  environment: string
  /** Products of the merchant. */
  own: number
  /** Products that the seed made. */
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

/** Why demo tires may not be loaded; `null` when they may. */
export function refusal({ environment, own }: DemoState): string | null {
  if (environment === 'production') return IN_PRODUCTION
  return own > 0 ? BESIDE_PRODUCTS : null
}

/** What the database itself says at its gate, in words. */
export function explainGate(text: string): string {
  if (text.includes('demo_in_production')) return IN_PRODUCTION
  return text.includes('demo_beside_products') ? BESIDE_PRODUCTS : text
}

/** Refuses, or asks: once before demo tires are replaced here, twice before anything is sent to the deployed shop. */
export async function askFirst(
  state: DemoState,
  where: 'local' | 'remote',
  { terminal, yes }: { terminal: Terminal; yes: boolean },
): Promise<void> {
  const no = refusal(state)
  if (no) throw new Error(no)
  const count = state.demo.toLocaleString('en-US')
  const replaced = `The ${count} demo products in it, their stock, coupons and reviews are replaced, with every change made to them.`
  if (where === 'local') {
    if (state.demo === 0) return
    const what = `This loads demo tires into the database ${DATABASE} of this machine. ${replaced}`
    return confirm(terminal, { what, word: DATABASE, yes })
  }
  const what = `This loads demo tires into the DEPLOYED database ${DATABASE}.${state.demo > 0 ? ` ${replaced}` : ''}`
  await confirm(terminal, { what, word: DATABASE, yes })
  await confirm(terminal, { what: 'Everybody will see them in the shop.', word: 'remote', yes })
}
