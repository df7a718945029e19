/** /staff/sell/: the counter (H14p): a scan begins a sale, whose page holds its tires, takes the money and prints the receipt. */
import { type Context, Hono } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { creditHolder } from '../../../schema/orders/counter/counter-draft.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { COUNTER_PATHS, saleHref } from '../../../schema/staff/counter/counter-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import {
  type CounterDraft,
  readCounterDraft,
  readOpenDrafts,
} from '../../orders/counter/counter-draft.sql.ts'
import { quoteCounterDraft } from '../../orders/counter/counter-quote.ts'
import { findCredit } from '../../orders/credit/credit.sql.ts'
import { readExchange } from '../../orders/returns/exchange.ts'
import { consumeFlashState } from '../../platform/forms/flash-cookie.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readOrderRegistrations, readTireDealer } from '../safety/registrations.sql.ts'
import { TinEntry } from '../safety/tins/tin-entry.tsx'
import { TaxWarning } from '../taxes/tax-warning.tsx'
import { countUnconfirmed } from '../taxes/taxes.sql.ts'
import { findBuyers } from './find-buyer.ts'
import { payLinkPage } from './pay-link.page.tsx'
import { receiptPage } from './receipt.page.tsx'
import { ScanForm } from './sale-forms.tsx'
import { HoldClock, SaleView } from './sale-view.tsx'

async function sellPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const flash = consumeFlashState(c)
  const [open, unconfirmed] = await Promise.all([
    readOpenDrafts(c.env.DB, Date.now()),
    countUnconfirmed(c.env.DB),
  ])
  return staffPage(c, {
    title: 'Sell',
    current: staffPaths.sell,
    body: (
      <div className="counter">
        <FlashMessage flash={flash} />
        <TaxWarning count={unconfirmed} role={staff.role} />
        <ScanForm flash={flash} />
        <OpenSales drafts={open} />
        {hasPermission(staff.role, 'drawer') ? (
          <p>
            <LinkButton href={COUNTER_PATHS.drawer}>Count the drawer</LinkButton>
          </p>
        ) : null}
      </div>
    ),
  })
}

/** The message of the form before; one that belongs to a field stands there. */
function FlashMessage({ flash }: { flash: FlashFormState | null }) {
  if (!flash?.message) return null
  // Only the scan has a field for this message.
  const isAtField = Object.keys(flash.errors).some((name) => name !== 'code' || flash.form === 'scan')
  if (isAtField) return null
  return <Alert tone={flash.ok ? 'plain' : 'error'}>{flash.message}</Alert>
}

function OpenSales({ drafts }: { drafts: readonly CounterDraft[] }) {
  if (drafts.length === 0) return <p className="quiet">Nothing is held at the counter.</p>
  return (
    <section>
      <h2>Open sales</h2>
      <ul className="counter-open">
        {drafts.map(({ id, lines, buyer, holdUntil }) => {
          const name = [buyer?.firstName, buyer?.lastName].filter(Boolean).join(' ')
          return (
            <li key={id}>
              <a href={saleHref(id)}>
                <b>
                  Sale {id}
                  {name ? `, ${name}` : ''}
                </b>
                <span>
                  {formatQuantity(lines.length, 'line')},{' '}
                  {formatMoney(lines.reduce((sum, { unitPrice, qty }) => sum + unitPrice * qty, 0))}
                </span>
                <HoldClock until={holdUntil} />
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

async function salePage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const draft = await readCounterDraft(c.env.DB, Number(c.req.param('sale')))
  if (!draft) return c.notFound()
  const flash = consumeFlashState(c)
  const text = (c.req.query('q') ?? '').trim().slice(0, 100)
  const isOpen = draft.state === 'open'
  const { orderNumber } = draft
  const [quote, credit, found, exchange, newTires, dealer] = await Promise.all([
    quoteCounterDraft(c.env.DB, draft),
    isOpen ? findCredit(c.env.DB, creditHolder(draft.buyer)) : null,
    isOpen && text !== '' ? findBuyers(c.env.DB, text) : null,
    isOpen && draft.exchange ? readExchange(c.env.DB, draft.exchange) : null,
    orderNumber ? readOrderRegistrations(c.env.DB, orderNumber) : [],
    readTireDealer(c.env.DB),
  ])
  return staffPage(c, {
    title: `Sale ${draft.id}`,
    current: staffPaths.sell,
    body: (
      <div className="counter">
        <FlashMessage flash={flash} />
        <SaleView
          {...{ draft, quote, flash, role: staff.role, now: Date.now() }}
          balance={credit?.balance ?? 0}
          search={found && { text, found }}
          exchange={exchange}
        />
        {orderNumber ? (
          <TinEntry
            lines={newTires}
            returnTo={saleHref(draft.id)}
            {...{ orderNumber, dealer }}
            role={staff.role}
          />
        ) : null}
      </div>
    ),
  })
}

const SALE = `${COUNTER_PATHS.sell}:sale{[1-9][0-9]{0,14}}`

export const counterPages = new Hono<AppEnv>()
  .get(staffPaths.sell, staffRoute('sell', sellPage))
  .get(SALE, staffRoute('sell', salePage))
  .get(`${SALE}/link`, staffRoute('sell', payLinkPage))
  .get(`${SALE}/receipt`, staffRoute('sell', receiptPage))
