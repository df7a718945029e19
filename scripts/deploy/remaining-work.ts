/** What a deployment cannot do: what a person still has to do before the shop sells, and what it does not offer yet. */
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { IS_LISTED } from '../../worker/catalog/index/listed-condition.sql.ts'
import type { Config } from '../../worker/config.ts'
import { readDemoSettings } from '../base/settings.ts'
import type { LoadableD1 } from '../load/target.ts'
import { readInvitedOwners, readOwners } from './first-owner.ts'

const COUNTS_QUERY = `SELECT
  (SELECT count(*) FROM product WHERE NOT demo) AS own,
  (SELECT count(*) FROM product WHERE demo) AS demo,
  (SELECT count(*) FROM tax_rate WHERE demo) + (SELECT count(*) FROM fee_rule WHERE demo) AS demo_taxes`

interface Counts {
  own: number
  demo: number
  demo_taxes: number
}

/** Parts of the shop that need keys, with what brings them. */
const OPTIONAL_PARTS: readonly { part: keyof Config; label: string; keys: string }[] = [
  { part: 'card', label: 'cards', keys: 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY' },
  { part: 'paypal', label: 'PayPal', keys: 'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET' },
  { part: 'afterpay', label: 'Afterpay', keys: 'AFTERPAY_MERCHANT_ID, AFTERPAY_SECRET_KEY' },
  { part: 'affirm', label: 'Affirm', keys: 'AFFIRM_PUBLIC_KEY, AFFIRM_PRIVATE_KEY' },
  { part: 'mail', label: 'mails, which wait', keys: 'MAIL_API_KEY, and MAIL_FROM in "vars"' },
  { part: 'metrics', label: 'alerts that need data points', keys: 'METRICS_TOKEN' },
  {
    part: 'captcha',
    label: 'the captcha',
    keys: '"captcha": true in the environment’s file; clients of the API must then send x-recaptcha to register',
  },
  { part: 'google', label: 'sign-in with Google', keys: 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET' },
  { part: 'facebook', label: 'sign-in with Facebook', keys: 'FACEBOOK_APP_ID, FACEBOOK_APP_SECRET' },
]

const OWN_VALUES = 'docs/operations.md, "Your own addresses"'

async function readSettings(db: LoadableD1): Promise<Map<string, string>> {
  const rows = await db.query<{ path: string; value: string }>(
    `SELECT path, value FROM config WHERE path LIKE 'general/%' OR path LIKE 'stores/%' OR path LIKE 'contact/%'`,
  )
  return new Map(rows.map(({ path, value }) => [path, value]))
}

/** Returns one line for each thing; `flags` are those that reach this environment, such as `--env staging`. */
export async function remainingWork(
  db: LoadableD1,
  { config, isProduction, flags }: { config: Config; isProduction: boolean; flags: string },
): Promise<string[]> {
  const [counts] = await db.query<Counts>(COUNTS_QUERY)
  if (!counts) throw new Error('The database did not answer')
  const { own, demo, demo_taxes } = counts
  const [owners, invited] = [await readOwners(db), await readInvitedOwners(db)]
  const settings = readDemoSettings(await readSettings(db))
  const command = (script: string, args: string) => `npm run ${script} -- ${args}${flags}`
  const lines = [
    own + demo === 0 && `There is nothing to buy yet: ${command('import', 'FILE --to remote')}`,
    isProduction && demo > 0 && `${demo} demo tires are on sale: they have no place in production`,
    isProduction &&
      demo_taxes > 0 &&
      `${demo_taxes} taxes and fees are demonstration values: replace the rows of tax_rate and fee_rule with demo = 1 (${OWN_VALUES})`,
    isProduction &&
      settings.address !== null &&
      `Notices, alerts and the contact form go to ${settings.address}, a demonstration address: ${OWN_VALUES}`,
    isProduction &&
      settings.hasStore &&
      `Store name, phone and stores are demonstration values: ${OWN_VALUES}`,
    owners.length === 0 &&
      (invited.length > 0
        ? `${invited.join(', ')} has not used the link for the first owner yet; another run with --owner replaces it`
        : `Nobody can work in the back office yet: ${command('deploy', '--owner "NAME <MAIL>"')}`),
    ...OPTIONAL_PARTS.map(({ part, label, keys }) => config[part] === null && `Without ${label}: ${keys}`),
  ]
  return lines.filter((line) => line !== false)
}

/** Returns whether a tire is in stock, so that lists must show one. */
export async function hasTiresOnSale(db: Pick<LoadableD1, 'query'>): Promise<boolean> {
  const { sql: isListed } = new SQLiteSyncDialect().sqlToQuery(IS_LISTED)
  // Only tires have a rim.
  const sql = `SELECT 1 FROM product JOIN stock USING (stock_sku) WHERE ${isListed} AND product.rim IS NOT NULL LIMIT 1`
  return (await db.query(sql)).length > 0
}
