/**
 * A small shop for the model of a cart: browsers with tabs, each with the real store of client/cart/sync, over a
 * network with lost, repeated, late and unordered messages; the server applies the real rules of the cart object. A
 * simple ledger records what the shopper expects: sums of quantities, with one entry for each accepted mutation.
 */
import type { CartView } from '../../../../schema/cart/cart.api.ts'
import {
  addUnits,
  type Cart,
  emptyCart,
  type NewLine,
  removeLine,
  setLineQty,
} from '../../../../schema/cart/cart.ts'
import { cartErrorMessage } from '../../../../schema/cart/cart-error.ts'
import type { CartFormFields, CartFormResult } from '../../../../schema/cart/cart-form.api.ts'
import { stockError } from '../../../../schema/cart/stock/cart-stock.ts'
import {
  applyIdempotent,
  type CartRecord,
  changeMergedLine,
  inheritMergedCarts,
  mergeGuestCart,
} from '../../../../schema/cart/sync/cart-record.ts'
import type { CartMutationResult } from '../../../../schema/cart/sync/processed-mutations.ts'
import type { Pools } from '../../../../schema/catalog/product/stock.ts'

export const SKUS = ['A', 'B', 'C', 'D', 'SCARCE'] as const
/** The units of SCARCE; the stock of all other products is large. */
export const SCARCE_LEFT = 4

const POOLS: Pools = new Map(
  SKUS.map((sku) => [sku, { qty: sku === 'SCARCE' ? SCARCE_LEFT : 0, manage: sku === 'SCARCE' }]),
)

function itemOf(sku: string): NewLine {
  const part = { sku, qty: 1, setqty: 1, unitPrice: 100, stockSku: sku, taxClassId: 2, tire: null }
  return {
    sku,
    parentSku: null,
    productId: 1,
    type: 'simple',
    name: sku,
    setqty: 1,
    unitPrice: 100,
    parts: [part],
    choices: [],
    option: null,
  }
}

/** The lines that a shopper expects in one cart; each line is an entry with its own number. */
type Ledger = Map<string, { line: number; qty: number }>

/** By sku: the line that the guest's line was merged into, its merged units, and the guest's line. */
type MergedLines = Map<string, { line: number; qty: number; of: number }>

export interface CartServer {
  carts: Map<string, CartRecord>
  /** The customer's own cart, or `null` before the first sign-in. */
  own: string | null
  now: number
  quoteCount: number
  ledgers: Map<string, Ledger>
  /** The merged lines of each guest's cart, by the key of the cart and the sku. */
  merged: Map<string, MergedLines>
  lines: number
  /** The ids of the mutations that each cart accepted, in their order. */
  applied: Map<string, string[]>
  mergedIds: Map<string, Set<string>>
  /** The last mutation that a cart accepted from each browser. */
  lastOrder: Map<string, number>
  refused: Set<string>
}

export function newServer(): CartServer {
  return {
    carts: new Map(),
    own: null,
    now: 1_000_000,
    quoteCount: 0,
    ledgers: new Map(),
    merged: new Map(),
    lines: 0,
    applied: new Map(),
    mergedIds: new Map(),
    lastOrder: new Map(),
    refused: new Set(),
  }
}

/** The cookies that a browser sends with each call. */
export interface Jar {
  quoteId: string | null
  signedIn: boolean
}

const keyOf = (quoteId: string) => `key-of-${quoteId}`

function newQuote(server: CartServer): string {
  server.quoteCount += 1
  return `q${server.quoteCount}`
}

export function ledgerOf(server: CartServer, quoteId: string): Ledger {
  const known = server.ledgers.get(quoteId) ?? new Map()
  server.ledgers.set(quoteId, known)
  return known
}

function openOwn(server: CartServer): string {
  server.own ??= newQuote(server)
  // As in the shop, the cart of a customer is stored when it is opened.
  if (!server.carts.has(server.own))
    server.carts.set(server.own, { cart: emptyCart(server.own, server), answers: [] })
  return server.own
}

export function viewOf(server: CartServer, quoteId: string | null): CartView {
  const cart = quoteId === null ? undefined : server.carts.get(quoteId)?.cart
  const lines = (cart?.lines ?? []).map((line) => ({
    itemId: line.itemId,
    sku: line.sku,
    parentSku: null,
    type: line.type,
    qty: line.qty,
    setqty: 1,
    unitPrice: 100,
    rowTotal: 100 * line.qty,
    choices: [],
    title: line.sku,
    tires: 1,
    fitting: [],
    href: '',
    picture: null,
    facts: '',
    left: null,
    most: { max: 24, why: '' },
    problem: null,
  }))
  return {
    key: cart && quoteId ? keyOf(quoteId) : '',
    version: cart?.version ?? 1,
    lines,
    tires: 0,
    mixed: [],
    totals: { subtotal: 0 },
    zip: null,
    zipProblem: null,
    allVirtual: false,
    overTime: null,
  } as unknown as CartView
}

/** The cookies that a reply sets. */
export type Cookies = Partial<Jar>

/** Handles `POST /api/cart/create` from a page of the shop. */
export function create(server: CartServer, jar: Jar): { quoteId: string } {
  return { quoteId: jar.quoteId ?? (jar.signedIn ? openOwn(server) : newQuote(server)) }
}

/** Handles `GET /api/ext/cart`. */
export function pull(server: CartServer, jar: Jar): { cookies: Cookies; view: CartView } {
  const isElsewhere = jar.signedIn && server.own !== null && jar.quoteId !== server.own
  const cookies = isElsewhere ? takeAlong(server, jar) : {}
  return { cookies, view: viewOf(server, { ...jar, ...cookies }.quoteId) }
}

/** Handles a sign-in like `mergeGuestCartOnSignIn`. */
export function takeAlong(server: CartServer, { quoteId }: Jar): Jar {
  const guest = quoteId === null || quoteId === server.own ? undefined : server.carts.get(quoteId)
  const former = server.own === null ? undefined : server.carts.get(server.own)
  const came = quoteId !== null && former?.joined?.some(({ from }) => from === keyOf(quoteId))
  const ownIsEmpty = !came && (former?.cart.lines.length ?? 0) === 0
  if (quoteId !== null && guest && guest.cart.lines.length > 0 && ownIsEmpty) {
    server.own = quoteId
    server.carts.set(quoteId, inheritMergedCarts(guest, former?.joined ?? []))
    return { quoteId, signedIn: true }
  }
  const own = openOwn(server)
  if (quoteId !== null && guest) join(server, quoteId, guest, own)
  return { quoteId: own, signedIn: true }
}

function join(server: CartServer, guestId: string, guest: CartRecord, own: string): void {
  const known = server.carts.get(own) ?? { cart: emptyCart(own, server), answers: [] }
  const lines = guest.cart.lines.map(({ itemId, qty, sku }) => ({ itemId, qty, item: itemOf(sku) }))
  const merge = { from: keyOf(guestId), lines, seen: guest.seen ?? [] }
  server.carts.set(own, mergeGuestCart(known, merge, { pools: POOLS, now: server.now }))
  const mergedMutations = [...(server.mergedIds.get(own) ?? []), ...mutationsIn(server, guestId)]
  server.mergedIds.set(own, new Set(mergedMutations))
  // The ledger: each of the guest's entries adds the units that were not merged yet.
  const [from, into] = [ledgerOf(server, guestId), ledgerOf(server, own)]
  const before = server.merged.get(keyOf(guestId)) ?? new Map()
  server.merged.set(keyOf(guestId), before)
  for (const sku of new Set([...before.keys(), ...from.keys()])) {
    const [entry, known] = [from.get(sku), before.get(sku)]
    // A line that was removed and added again is another line, of which no units were merged yet.
    if (known && entry && known.of !== entry.line) {
      bring(server, into, before, sku, { qty: 0, of: known.of })
      before.delete(sku)
    }
    bring(server, into, before, sku, { qty: entry?.qty ?? 0, of: entry?.line ?? known?.of ?? 0 })
  }
}

/** Returns false when the units are unavailable, or when the line was removed from the customer's cart. */
function bring(
  server: CartServer,
  into: Ledger,
  before: MergedLines,
  sku: string,
  { qty, of }: { qty: number; of: number },
): boolean {
  const known = before.get(sku)
  const target = into.get(sku)
  if (known && target?.line !== known.line) return false
  const next = (target?.qty ?? 0) + qty - (known?.qty ?? 0)
  if (sku === 'SCARCE' && next > SCARCE_LEFT && next > (target?.qty ?? 0)) return false
  if (!known && qty === 0) return false
  const line = target?.line ?? ++server.lines
  if (next > 0) into.set(sku, { line, qty: next })
  else into.delete(sku)
  before.set(sku, { line, qty, of })
  return true
}

/** A mutation with the intention of the shopper. */
export interface Pressed {
  sku: string
  /** True for a mutation that adds units instead of setting a quantity. */
  isMore: boolean
  browser: number
  /** Rises with each mutation of a browser. */
  order: number
}

/** Handles `POST /cart/form/`. */
export function form(
  server: CartServer,
  jar: Jar,
  fields: CartFormFields,
  pressed: Pressed | undefined,
): { cookies: Cookies; code: number; result: CartFormResult | string } {
  const { quoteId } = create(server, jar)
  const known = server.carts.get(quoteId) ?? null
  const isOther = (fields.cart ?? '') !== '' && fields.cart !== keyOf(quoteId)
  const { record, answer } = change(server, known, quoteId, fields, isOther)
  if (record) server.carts.set(quoteId, record)
  const name = fields.mutation ?? ''
  if (record && answer.ok) {
    server.applied.set(quoteId, [...(server.applied.get(quoteId) ?? []), name])
    if (!pressed) throw new Error(`unknown mutation ${name}`)
    // Mutations apply in the order of the presses, or the last press would not decide.
    const key = `${quoteId} ${pressed.browser}`
    if ((server.lastOrder.get(key) ?? 0) >= pressed.order)
      throw new Error(`${name} overtook a later mutation`)
    server.lastOrder.set(key, pressed.order)
    write(server, quoteId, fields, pressed.sku, isOther)
  }
  if (!answer.ok) server.refused.add(name)
  const view = viewOf(server, quoteId)
  if (!answer.ok) return { cookies: { quoteId }, code: answer.status, result: cartErrorMessage(answer) }
  return {
    cookies: { quoteId },
    code: 200,
    result: { count: view.lines.length, message: 'Done', notice: { code: 'updated' }, view },
  }
}

function change(
  server: CartServer,
  known: CartRecord | null,
  quoteId: string,
  fields: CartFormFields,
  isOther: boolean,
): { record: CartRecord | null; answer: CartMutationResult } {
  const request = { quoteId, now: server.now, mutationId: fields.mutation ?? null }
  const at = { now: server.now }
  const itemId = 'item_id' in fields ? Number(fields.item_id) : 0
  const qty = 'qty' in fields ? Number(fields.qty) : 0
  return applyIdempotent(
    known,
    request,
    () => null,
    (cart: Cart) => {
      if (fields.action === 'add') return stocked(addUnits(cart, itemOf(fields.sku), qty, at))
      if (isOther && known) {
        const from = fields.cart ?? ''
        const into = known.joined
          ?.find((one) => one.from === from)
          ?.items.find((one) => one.itemId === itemId)?.into
        const line = cart.lines.find((one) => one.itemId === into)
        const guestLine = {
          from,
          itemId,
          qty: fields.action === 'set' ? qty : 0,
          item: line ? itemOf(line.sku) : null,
        }
        return changeMergedLine(known, guestLine, { pools: POOLS, now: server.now })(cart)
      }
      if (fields.action === 'set') return stocked(setLineQty(cart, itemId, qty, at))
      return removeLine(cart, itemId, at)
    },
  )
}

function stocked(changed: ReturnType<typeof addUnits>): ReturnType<typeof addUnits> {
  return changed.ok ? (stockError(changed.cart, changed.line, POOLS) ?? changed) : changed
}

/** Writes an accepted mutation into the ledger, by the line that the shopper saw and the button that was pressed. */
function write(
  server: CartServer,
  quoteId: string,
  fields: CartFormFields,
  sku: string,
  isOther: boolean,
): void {
  const ledger = ledgerOf(server, quoteId)
  const qty = 'qty' in fields ? Number(fields.qty) : 0
  if (fields.action === 'add') {
    const known = ledger.get(fields.sku)
    ledger.set(fields.sku, { line: known?.line ?? ++server.lines, qty: (known?.qty ?? 0) + qty })
  } else if (isOther) {
    const before = server.merged.get(fields.cart ?? '') ?? new Map()
    const of = before.get(sku)?.of ?? 0
    if (!bring(server, ledger, before, sku, { qty: fields.action === 'set' ? qty : 0, of }))
      throw new Error(`no ${sku} was merged`)
  } else {
    const known = ledger.get(sku)
    if (!known) throw new Error(`the shopper saw no ${sku}`)
    if (fields.action === 'set') ledger.set(sku, { ...known, qty })
    else ledger.delete(sku)
  }
}

/** Returns the mutations of a cart: its own, and those of its guests' carts before they were merged. */
export function mutationsIn(server: CartServer, quoteId: string): string[] {
  return [...(server.applied.get(quoteId) ?? []), ...(server.mergedIds.get(quoteId) ?? [])]
}
