/** What shoppers, providers, the platform and staff do in a simulated shop: one random action at a time. */
import fc from 'fast-check'
import type { PlaceOrderRequest } from '../../../../schema/orders/order.ts'
import {
  CARD_METHOD,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  WALLET_METHOD,
} from '../../../../schema/orders/payment.ts'
import { deliverOutbox } from '../../../mails.ts'
import { cancelOrder, refundOrder, retryPendingRefunds } from '../../../orders/life/order-lifecycle.ts'
import { findDueRows } from '../../../platform/mail/outbox.sql.ts'
import { FAULTS } from '../../../platform/testing/fault-injection.ts'
import { cancelAwaitingOrder, placeOrderOfCart, returnFromProvider } from '../order-journal.ts'
import { cardOrder, cashOrder } from './order-request.fixture.ts'
import type { Home, PlannedFault, SimulatedShop } from './simulated-shop.harness.ts'
import { receiveWebhook } from './simulated-webhooks.harness.ts'

const SKUS = ['TL-1001', 'TL-2001-4', 'TL-2001-2', 'TL-4001-2', 'TL-4001-1'] as const
const REQUESTS = {
  card: cardOrder(),
  declined: cardOrder({ confirmationToken: 'ctoken_declined' }),
  bank: cardOrder({ confirmationToken: 'ctoken_3ds' }),
  bankFails: cardOrder({ confirmationToken: 'ctoken_3ds_fails' }),
  paypal: cashOrder({ paymentMethod: WALLET_METHOD }),
  afterpay: cashOrder({ paymentMethod: PAY_LATER_METHOD }),
  affirm: cashOrder({ paymentMethod: INSTALLMENT_METHOD }),
  cash: cashOrder(),
} satisfies Record<string, PlaceOrderRequest>
/** As many checkouts for each of the five ways to pay. */
const CHECKOUTS = [
  ...(['card', 'declined', 'bank', 'bankFails'] as const),
  ...(['paypal', 'afterpay', 'affirm', 'cash'] as const).flatMap((kind) => [kind, kind, kind, kind]),
]
const CHOICES = ['approve', 'approve', 'approve', 'decline', 'cancel'] as const
/** The parameters in which the providers return their token, as in worker/checkout/payment-return.page.ts. */
const TOKENS = ['checkout_token', 'orderToken', 'token']

const nth = fc.nat(7)
const faults = fc.oneof(
  { weight: 3, arbitrary: fc.constant<PlannedFault[]>([]) },
  {
    weight: 2,
    arbitrary: fc.array(fc.record({ at: fc.nat(14), fault: fc.constantFrom(...FAULTS, 'slow' as const) }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
)
const sku = fc.constantFrom(...SKUS)
const kindOf = <Kind extends string>(kind: Kind) => fc.constant(kind)

/** A random action. `nth` counts checkouts, events and messages from the newest. */
export const action = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: kindOf('checkout'),
      sku,
      request: fc.constantFrom(...CHECKOUTS),
      faults,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('again'), nth, faults }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kindOf('other way'), nth, request: fc.constantFrom(...CHECKOUTS), faults }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('add'), nth, sku }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('remove'), nth }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kindOf('visit'),
      nth,
      choice: fc.constantFrom(...CHOICES),
      returns: fc.boolean(),
      faults,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('return again'), nth, faults }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kindOf('webhook'), nth: fc.nat(15), isForged: fc.nat(15), faults }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('message'), nth: fc.nat(15), faults }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('back to cart'), nth, faults }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('alarm'), nth, faults }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('evict'), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('later'), minutes: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('cancel'), nth, faults }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kindOf('refund'), nth, id: fc.constantFrom('a', 'b', 'c'), faults }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('cron'), faults }) },
)
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** Does an action in the shop. */
export async function perform(shop: SimulatedShop, one: Action): Promise<void> {
  if (one.kind === 'checkout') {
    const home = shop.open()
    await shop.changeCart(home, one.sku)
    return order(shop, home, REQUESTS[one.request], one.faults)
  }
  if (one.kind === 'later') return shop.time.passTo(shop.time.now + one.minutes * 60_000)
  if (one.kind === 'cron') return runCron(shop, one.faults)
  if (one.kind === 'webhook') return receiveWebhook(shop, one)
  const home = shop.homes.at(-1 - (one.nth % Math.max(1, shop.homes.length)))
  if (!home) return
  switch (one.kind) {
    case 'again':
      return home.request ? order(shop, home, home.request, one.faults) : undefined
    case 'other way':
      return order(shop, home, REQUESTS[one.request], one.faults)
    case 'add':
      return shop.changeCart(home, one.sku)
    case 'remove':
      return shop.changeCart(home, null)
    case 'visit':
      return visitProvider(shop, home, one)
    case 'return again':
      return goBack(shop, home, one.faults)
    case 'message':
      return deliverMessage(shop, one)
    case 'back to cart':
      await shop.act(one.faults, () => shop.inCart(home, cancelAwaitingOrder))
      return
    case 'alarm':
      return home.alarm === null ? undefined : shop.fireAlarm(home, one.faults)
    case 'evict':
      return shop.evict(home)
    default:
      return changeOrder(shop, home, one)
  }
}

/** Places the order of a cart; a repeated request is the same order. */
async function order(
  shop: SimulatedShop,
  home: Home,
  request: PlaceOrderRequest,
  planned: readonly PlannedFault[],
): Promise<void> {
  home.request = { ...request, email: `${home.quoteId}@example.com` }
  const sent = home.request
  const outcome = await shop.act(planned, () => shop.inCart(home, (ctx) => placeOrderOfCart(ctx, sent)))
  if (outcome === 'died') return
  if (outcome.ok) shop.confirmed.add(outcome.orderNumber)
  else if (outcome.action && 'redirectUrl' in outcome.action && outcome.code === 'payment-action')
    home.page = outcome.action.redirectUrl
}

/** Lets the shopper decide at the bank or on the provider's page; not every shopper comes back to the shop. */
async function visitProvider(
  shop: SimulatedShop,
  home: Home,
  visit: { choice: (typeof CHOICES)[number]; returns: boolean; faults: readonly PlannedFault[] },
): Promise<void> {
  if (home.request?.paymentMethod === CARD_METHOD) {
    for (const [id, { metadata, status }] of shop.sandbox.intents)
      if (status === 'requires_action' && (await quoteIdOf(shop, metadata.order_number)) === home.quoteId)
        shop.sandbox.answerBank(id)
    if (visit.returns) await order(shop, home, home.request, visit.faults)
    return
  }
  if (home.page === null) return
  const back = await shop.sandbox.decide(home.page, visit.choice).catch(() => null)
  if (back === null) return
  const { pathname, searchParams } = new URL(back, 'https://shop.example')
  const token = TOKENS.map((name) => searchParams.get(name)).find((text) => text) ?? null
  home.returned = { orderNumber: searchParams.get('order') ?? '', token }
  if (!visit.returns) return
  if (!pathname.startsWith('/checkout/cancel/')) return goBack(shop, home, visit.faults)
  const result = await shop.act(visit.faults, () => shop.inCart(home, cancelAwaitingOrder))
  if (result === false) {
    home.returned = { ...home.returned, token: null }
    await goBack(shop, home, [])
  }
}

async function quoteIdOf(shop: SimulatedShop, orderNumber = ''): Promise<string | null> {
  const statement = shop.db.prepare('SELECT quote_id FROM sales_order WHERE order_number = ?')
  return statement.bind(orderNumber).first<string>('quote_id')
}

async function goBack(shop: SimulatedShop, home: Home, planned: readonly PlannedFault[]): Promise<void> {
  const { returned } = home
  if (!returned) return
  const outcome = await shop
    .act(planned, () => shop.inCart(home, (ctx) => returnFromProvider(ctx, returned)))
    .catch(() => 'died' as const)
  if (outcome !== 'died' && outcome.ok) shop.confirmed.add(outcome.orderNumber)
}

/** Delivers a message of the queue: the newest, an old one, or one that was delivered before. */
async function deliverMessage(
  shop: SimulatedShop,
  message: { nth: number; faults: readonly PlannedFault[] },
): Promise<void> {
  const id = shop.queued.at(-1 - (message.nth % Math.max(1, shop.queued.length)))
  if (id === undefined) return
  await shop.act(message.faults, () => deliverOutbox(shop.env, id, shop.time.now)).catch(() => undefined)
}

/** Cancels an order or refunds a part of it, as staff do. */
async function changeOrder(
  shop: SimulatedShop,
  { quoteId }: Home,
  change: { kind: 'cancel' | 'refund'; id?: string; faults: readonly PlannedFault[] },
): Promise<void> {
  const newest = 'SELECT order_number FROM sales_order WHERE quote_id = ? ORDER BY id DESC'
  const orderNumber = await shop.db.prepare(newest).bind(quoteId).first<string>('order_number')
  if (orderNumber === null) return
  const { now } = shop.time
  const run = () =>
    change.kind === 'cancel'
      ? cancelOrder(shop.env, orderNumber, { by: 'staff:1', now, reason: 'shop' })
      : refundOrder(shop.env, orderNumber, {
          by: 'staff:1',
          now,
          reason: 'a blemish',
          restock: [],
          id: change.id ?? 'a',
          amount: 1_000,
        })
  await shop.act(change.faults, run).catch(() => undefined)
}

/** Sends the mails that are due and repeats open refunds, like the cron of each minute. */
export async function runCron(shop: SimulatedShop, planned: readonly PlannedFault[] = []): Promise<void> {
  const run = async () => {
    await retryPendingRefunds(shop.env, shop.time.now)
    for (const { id } of await findDueRows(shop.env.DB, shop.time.now, 200))
      await deliverOutbox(shop.env, id, shop.time.now)
  }
  await shop.act(planned, run).catch(() => undefined)
}
