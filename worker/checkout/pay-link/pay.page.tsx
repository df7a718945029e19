/** GET /pay/{n}/{proof}: a sale of the counter, whose lines and prices are fixed, to be paid without an account (H14p). */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { productFacts } from '../../../schema/cart/cart-format.ts'
import { taxLabel } from '../../../schema/cart/totals/tax.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import { PAY_MESSAGES, PAY_PATTERN, payLinkMethods } from '../../../schema/orders/counter/pay-link.ts'
import { isPlaced } from '../../../schema/orders/order.ts'
import { formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { orderStatusHref, paths, productHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import { findNearestTire } from '../../cart/extras/nearest-tire.sql.ts'
import { findProducts } from '../../catalog/product/product.sql.ts'
import { enabledMethods } from '../../config.ts'
import type { AppEnv } from '../../env.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import type { CounterQuote } from '../../orders/counter/counter-quote.ts'
import { type LinkQuote, quoteLink } from '../../orders/counter/link-quote.ts'
import { signOrderLink } from '../../orders/order-signature.ts'
import { consumeFlashState } from '../../platform/forms/flash-cookie.ts'
import { staffAssets } from '../../platform/http/client-assets.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { appPolicy, permissions } from '../../platform/security/content-policy.ts'
import { findLinkedSale, findPendingPayment } from './linked-sale.ts'
import { PayFields, WaitingPayment } from './pay-fields.tsx'

const DESCRIPTION = 'Pay for the tires that we hold for you.'

async function payPage(c: Context<AppEnv>): Promise<Response> {
  const sale = await findLinkedSale(c)
  if (!sale) return c.notFound()
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Robots-Tag', 'noindex')
  c.header('Referrer-Policy', 'no-referrer')
  const page = { description: DESCRIPTION, canonical: null, layout: 'minimal', kind: 'pay' } as const
  const { orderNumber } = sale
  if (orderNumber && sale.orderStatus && isPlaced(sale.orderStatus)) {
    const href = orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber))
    return contentPage(c, { ...page, title: 'Paid', body: <Paid orderNumber={orderNumber} href={href} /> })
  }
  if (sale.state === 'ended' || sale.lines.length === 0) {
    const body = <Ended alike={await findAlike(c.env.DB, sale)} />
    return contentPage(c, { ...page, title: 'This link is over', status: 410, body })
  }
  const { card } = c.get('config')
  const [quoted, pending] = await Promise.all([quoteLink(c.env.DB, sale), findPendingPayment(c.env, sale)])
  if (pending?.redirectUrl) {
    const { redirectUrl, paymentMethod, orderNumber: order, holdUntil } = pending
    const body = (
      <Open sale={sale} quoted={quoted}>
        <WaitingPayment
          {...{ redirectUrl, paymentMethod, order, holdUntil }}
          message={consumeFlashState(c)?.message}
        />
      </Open>
    )
    return contentPage(c, { ...page, title: 'Pay for your tires', body })
  }
  const methods = payLinkMethods(enabledMethods(c.env), quoted.due)
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  // The same policy as on the pages of the app that have card fields.
  const { enforced, reportOnly } = appPolicy(nonce, c.get('config'), paths.checkout)
  c.header('Content-Security-Policy', enforced)
  if (reportOnly) c.header('Content-Security-Policy-Report-Only', reportOnly)
  c.header('Permissions-Policy', permissions(card))
  const { payJs } = await staffAssets(c.env)
  return contentPage(c, {
    ...page,
    title: 'Pay for your tires',
    body: (
      <Open sale={sale} quoted={quoted}>
        {quoted.isGone || quoted.due === 0 ? (
          <Alert>{quoted.isGone ? PAY_MESSAGES.settled : PAY_MESSAGES.nothing}</Alert>
        ) : (
          <PayFields {...{ sale, card, methods }} total={quoted.due} flash={consumeFlashState(c)} />
        )}
      </Open>
    ),
    otherScript: {
      element: <script type="module" src={payJs} nonce={nonce} />,
      origins: card ? [new URL(card.scriptUrl).origin] : [],
    },
  })
}

function Open({ sale, quoted, children }: { sale: CounterDraft; quoted: LinkQuote; children: ReactNode }) {
  return (
    <article className="wrap pay">
      <h1>Pay for your tires</h1>
      <p>
        We hold them for you until <b>{formatShopTime(sale.holdUntil)}</b>.
      </p>
      <div className="pay-halves">
        <section aria-labelledby="pay-order">
          <h2 id="pay-order">Your order</h2>
          <ul className="pay-lines">
            {sale.lines.map(({ itemId, title, facts, qty, unitPrice }) => (
              <li key={itemId}>
                <span>
                  {qty > 1 ? `${qty} × ` : ''}
                  {title}
                  {facts ? <span className="t-14 quiet">{facts}</span> : null}
                </span>
                <span>{formatMoney(unitPrice * qty)}</span>
              </li>
            ))}
          </ul>
          <Sums sale={sale} quoted={quoted} />
          <p>{formatWay(sale, quoted.quote.store)}</p>
          <ReturnNote quoted={quoted} />
        </section>
        {children}
      </div>
    </article>
  )
}

function formatWay({ way, buyer }: CounterDraft, store: CounterQuote['store']): string {
  if (way === 'difference') return 'Your order changes once this is paid. Nothing of it changes before.'
  return way === 'delivery'
    ? `We send them to ${buyer?.city ?? ''}, ${buyer?.state ?? ''}.`
    : `Pick them up at ${[store?.street, store?.city].filter(Boolean).join(', ')}.`
}

function Sums({ sale, quoted }: { sale: CounterDraft; quoted: LinkQuote }) {
  const { part, due, exchange, quote } = quoted
  const { totals } = quote
  const rows: [string, number][] = [
    ['Subtotal', totals.subtotal],
    ...(totals.discount < 0
      ? [[`Discount, ${sale.discount?.percent ?? ''}%`, totals.discount] as [string, number]]
      : []),
    ...totals.fees.map(({ title, amount }): [string, number] => [title, amount]),
    [taxLabel(totals.taxPercent, false), totals.tax],
    ['Total', totals.grandTotal],
  ]
  if (part > 0)
    rows.push([exchange ? `Return ${exchange.reference}` : 'Store credit', -part], ['To pay', due])
  return (
    <dl className="totals pay-sums">
      {rows.map(([term, amount]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says what becomes of a return before the payer begins to pay. */
function ReturnNote({ quoted: { exchange, part } }: { quoted: LinkQuote }) {
  if (!exchange || exchange.isSettled) return null
  return (
    <p>
      Your return becomes store credit of {formatMoney(part)} when you pay, and this order uses it. If the
      payment doesn’t go through, the store credit stays yours.
    </p>
  )
}

function Paid({ orderNumber, href }: { orderNumber: string; href: string }) {
  return (
    <article className="wrap prose">
      <h1>Paid, thank you</h1>
      <p>Order {orderNumber} is ours to get ready now.</p>
      <p>
        <LinkButton href={href} kind="buy">
          See the order
        </LinkButton>
      </p>
    </article>
  )
}

interface Alike {
  title: string
  facts: string
  href: string
}

/** Returns a tire of the same size in stock for each tire of an ended sale, the same one first if it is back on sale. */
async function findAlike(db: D1Database, { lines }: CounterDraft): Promise<Alike[]> {
  const products = await findProducts(
    db,
    lines.map(({ sku }) => sku),
  )
  const found = await Promise.all(
    lines.map(({ sku, qty }) => {
      const sold = products.get(sku)
      return sold?.tire ? findNearestTire(db, sold, { qty, exceptStockSkus: [], now: Date.now() }) : null
    }),
  )
  const unique = new Map(found.flatMap((tire) => (tire ? [[tire.sku, tire] as const] : [])))
  return [...unique.values()].map((tire) => ({
    title: productTitle(tire),
    facts: productFacts(tire),
    href: productHref(tire),
  }))
}

function Ended({ alike }: { alike: readonly Alike[] }) {
  return (
    <article className="wrap prose">
      <h1>This link is over</h1>
      <p>
        {PAY_MESSAGES.over} If you still want them, call {PHONE.label}.
      </p>
      {alike.length > 0 ? (
        <>
          <h2>Tires like these</h2>
          <ul>
            {alike.map(({ title, facts, href }) => (
              <li key={href}>
                <a href={href}>
                  {title} {facts}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p>
        <LinkButton href={paths.home}>Go to the shop</LinkButton>
      </p>
    </article>
  )
}

export const payPages = new Hono<AppEnv>().get(PAY_PATTERN, (c) => payPage(c))
