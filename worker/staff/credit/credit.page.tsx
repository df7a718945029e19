/** GET /staff/credit: store credit of a customer with its entries, or the customers who have some (H14u). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { creditLimits, hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { remainingCredit } from '../../../schema/orders/credit/credit-expiry.ts'
import { formatCreditExpiry } from '../../../schema/orders/credit/credit-format.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import { staffOrderHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import {
  CREDIT_KIND_LABELS,
  CREDIT_MESSAGES,
  CREDIT_PATHS,
  type CreditForm,
  creditHref,
  parseHolder,
} from '../../../schema/staff/credit/credit-form.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import {
  type CreditBalance,
  findCredit,
  readCreditEntries,
  readLedger,
  readNewCreditExpiry,
  readOpenCredit,
} from '../../orders/credit/credit.sql.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { StaffSearch } from '../frame/staff-search.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { readActorNames } from '../orders/actor-names.sql.ts'

const SHOWN = 100

/** What was typed into a refused form, and the messages. */
export interface RefusedCredit {
  form: CreditForm
  message: string
  errors: Partial<Record<'of' | 'amount' | 'why', string>>
}

/** Renders the store credit of the customer in the address, or of a refused form; without one, all customers with credit. */
export async function creditPage(
  c: Context<AppEnv>,
  staff: StaffSession,
  refused: RefusedCredit | null = null,
): Promise<Response> {
  const typed = (refused?.form.of ?? c.req.query('of') ?? '').trim().slice(0, 254)
  const holder = parseHolder(typed)
  const mayGive = hasPermission(staff.role, 'credit')
  const { DB } = c.env
  const shown = holder === null ? null : await readCreditView(DB, holder)
  const open = holder === null ? await readOpenCredit(DB, SHOWN) : []
  const expiresAt = mayGive ? await readNewCreditExpiry(DB, Date.now()) : null
  return staffPage(c, {
    title: 'Store credit',
    current: CREDIT_PATHS.credit,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused?.message)}
        <StaffSearch
          action={CREDIT_PATHS.credit}
          text={typed}
          name="of"
          label="Email address or order number"
          maxLength={254}
          autoCapitalize="none"
          submit="Look up"
        />
        {typed !== '' && holder === null && !refused ? (
          <p role="status">That’s no email address and no order number.</p>
        ) : null}
        {shown ? <LedgerView ledger={shown} /> : <Holders open={open} />}
        {mayGive ? (
          <GiveForm of={typed} refused={refused} limit={creditLimits(staff.role).act} expiresAt={expiresAt} />
        ) : null}
      </>
    ),
  })
}

function Holders({ open }: { open: readonly CreditBalance[] }) {
  if (open.length === 0) return <p className="quiet">Nobody has store credit.</p>
  return (
    <>
      <ul className="staff-rows" aria-label="Customers with store credit">
        {open.map(({ account, holder, balance }) => (
          <li key={account}>
            <a href={creditHref(holder)}>{isOrderNumber(holder) ? `Order ${holder}` : holder}</a>
            <span className="num">{formatMoney(balance)}</span>
          </li>
        ))}
      </ul>
      {open.length === SHOWN ? <p>These are the first {SHOWN}. Look others up by address or order.</p> : null}
    </>
  )
}

async function readCreditView(db: D1Database, holder: string) {
  const found = await findCredit(db, holder)
  const entries = found ? await readCreditEntries(db, found.account, SHOWN) : []
  const actors = entries.map(({ madeBy }) => madeBy)
  const expiry = formatCreditExpiry(found ? remainingCredit(await readLedger(db, found.account)) : [])
  return { holder, balance: found?.balance ?? 0, expiry, entries, names: await readActorNames(db, actors) }
}

interface LedgerProps {
  ledger: Awaited<ReturnType<typeof readCreditView>>
}

function LedgerView({ ledger: { holder, balance, expiry, entries, names } }: LedgerProps) {
  return (
    <section aria-labelledby="balance-title">
      <h2 id="balance-title">
        {isOrderNumber(holder) ? `Order ${holder}` : holder}: {formatMoney(balance)}
      </h2>
      {expiry ? <p>{expiry}.</p> : null}
      {entries.length === 0 ? (
        <p className="quiet">No store credit so far.</p>
      ) : (
        <ul className="staff-rows">
          {entries.map(({ id, amount, kind, why, orderNumber, madeBy, at }) => (
            <li key={id}>
              <div>
                <b>{CREDIT_KIND_LABELS[kind]}</b>
                {orderNumber ? (
                  <>
                    , <a href={staffOrderHref(orderNumber)}>{orderNumber}</a>
                  </>
                ) : null}
                {why ? <p>{why}</p> : null}
                <p className="t-14 quiet">
                  {names.get(madeBy) ?? 'The shop'}, <Timestamp at={at} />
                </p>
              </div>
              <span className="num">
                {amount > 0 ? '+' : ''}
                {formatMoney(amount)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface GiveProps {
  of: string
  refused: RefusedCredit | null
  /** Cents; `null` without a limit. */
  limit: number | null
  /** When credit that is given now expires; `null` for never. */
  expiresAt: number | null
}

function GiveForm({ of, refused, limit, expiresAt }: GiveProps) {
  const { form, errors = {} } = refused ?? {}
  return (
    <section aria-labelledby="give-title">
      <h2 id="give-title">Give store credit</h2>
      <PostForm path={CREDIT_PATHS.form} className="form return-form credit-form">
        <Field
          name="of"
          id="give-of"
          label="For the email address or order"
          defaultValue={form?.of ?? of}
          error={errors.of}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
        />
        <Field
          name="amount"
          label="Amount in dollars"
          hint={limit === null ? undefined : `Up to ${formatMoney(limit)}`}
          inputMode="decimal"
          defaultValue={form?.amount}
          error={errors.amount}
          maxLength={20}
          autoComplete="off"
        />
        <Field
          name="why"
          label="Why"
          defaultValue={form?.why}
          error={errors.why}
          maxLength={200}
          autoComplete="off"
        />
        {form && errors.of === CREDIT_MESSAGES.unknown ? (
          <Checkbox name="confirmed" value={form.of} label={`The customer confirmed ${form.of}`} />
        ) : null}
        {expiresAt === null ? null : <p>What you give now expires after {formatOrderDate(expiresAt)}.</p>}
        <div className="button-row">
          <Button type="submit" name="action" value="give" kind="buy" size="big">
            Give
          </Button>
          <Button type="submit" name="action" value="take" size="big">
            Take back
          </Button>
        </div>
      </PostForm>
    </section>
  )
}

export const creditPages = new Hono<AppEnv>().get(
  CREDIT_PATHS.credit,
  staffRoute('customers.see', (c, staff) => creditPage(c, staff)),
)
