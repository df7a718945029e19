/** What staff do with a sale at the counter before it is paid (H14p). Each act can be repeated and takes effect once. */

import { GOODS_TAX_CLASS } from '../../../schema/catalog/product/product.ts'
import { hasPermission, maxDiscount } from '../../../schema/identity/staff/permissions.ts'
import {
  type CounterLine,
  counterDemand,
  creditHolder,
  customLine,
} from '../../../schema/orders/counter/counter-draft.ts'
import { EXCHANGE_MESSAGES } from '../../../schema/orders/returns/exchange.ts'
import { staffPaths } from '../../../schema/paths.ts'
import {
  COUNTER_MESSAGES,
  type CounterErrors,
  type CounterForm,
} from '../../../schema/staff/counter/counter-form.ts'
import { payLinkHref, saleHref } from '../../../schema/staff/counter/counter-paths.ts'
import {
  addToSale,
  holdEnd,
  parseCustomPrice,
  parseDiscount,
} from '../../../schema/staff/counter/counter-rules.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import {
  type CounterDraft,
  endExpiredDrafts,
  readCounterDraft,
} from '../../orders/counter/counter-draft.sql.ts'
import { quoteLink } from '../../orders/counter/link-quote.ts'
import { findCredit } from '../../orders/credit/credit.sql.ts'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'
import { checkBuyer } from './check-buyer.ts'
import { readCosts } from './costs.sql.ts'
import { beginDraft, type CounterChange, changeDraft } from './counter-change.sql.ts'
import { readBuyer } from './find-buyer.ts'
import { findCounterLine } from './find-line.ts'
import { formatHolder } from './format-holder.ts'
import { findHolder } from './holders.sql.ts'
import { findProblem } from './sale-problem.ts'

/** The answer to a form: a message, the messages at its fields, and the page that follows. */
export interface CounterAnswer {
  ok: boolean
  message: string
  to: string
  errors?: CounterErrors
  /** Set when the form needs a passkey of the last minutes first; nothing was changed. */
  needsPasskey?: true
}

export interface CounterContext {
  db: D1Database
  staff: StaffSession
  now: number
}

/** Forms that change an open draft without paying it. */
type Change = Extract<
  CounterForm,
  { action: 'remove' | 'custom' | 'buyer' | 'choose' | 'credit' | 'discount' | 'hold' | 'link' | 'end' }
>

/** How long a sale is held from the moment of its pay link on. */
const LINK_MINUTES = 60
/** How often a scan is tried again when somebody else changes the draft at the same moment. */
const MAX_TRIES = 4

/** Adds the scanned tire to the draft, or begins one with it. */
export async function scanTire(
  { db, staff, now }: CounterContext,
  { draft: id, code, key }: Extract<CounterForm, { action: 'scan' }>,
): Promise<CounterAnswer> {
  await endExpiredDrafts(db, now)
  const to = id === undefined ? staffPaths.sell : saleHref(id)
  const found = await findCounterLine(db, code, now)
  if (!found.ok) return { ok: false, message: found.message, to, errors: { code: found.message } }
  const { line } = found
  const taken = async () => {
    const holder = await findHolder(db, Object.keys(counterDemand([line])), now)
    const message = formatHolder(line.sku, holder, id)
    return { ok: false, message, to, errors: { code: message } }
  }
  if (id === undefined) {
    const begun = await beginDraft(db, { line, staffId: staff.staffId, key, now })
    return begun === null ? taken() : { ok: true, message: `${line.sku} is held.`, to: saleHref(begun) }
  }
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const draft = await readCounterDraft(db, id)
    if (draft?.state !== 'open') return notOpen(draft, to)
    const lines = addToSale(draft.lines, line)
    if (!lines)
      return { ok: false, message: COUNTER_MESSAGES.full, to, errors: { code: COUNTER_MESSAGES.full } }
    const result = await changeDraft(db, draft, { lines }, { key, now })
    if (result === 'short') return taken()
    if (result === 'done') return { ok: true, message: `${line.sku} is held.`, to }
  }
  return { ok: false, message: COUNTER_MESSAGES.changed, to }
}

/** Changes an open draft as the form says. A form that was filled in on an older version is refused, and nothing is lost. */
export async function changeSale(context: CounterContext, form: Change): Promise<CounterAnswer> {
  const { db, now } = context
  const to = saleHref(form.draft)
  await endExpiredDrafts(db, now)
  const draft = await readCounterDraft(db, form.draft)
  if (draft?.lastKey === form.key) return { ok: true, message: 'Saved.', to }
  if (draft?.state !== 'open') return notOpen(draft, to)
  if (draft.version !== form.version) return { ok: false, message: COUNTER_MESSAGES.changed, to }
  const wanted = await toChange(context, draft, form)
  if (!('change' in wanted)) {
    const [message = ''] = Object.values(wanted.errors)
    return { ok: false, message, to, errors: wanted.errors }
  }
  const result = await changeDraft(db, draft, wanted.change, { key: form.key, now })
  if (result !== 'done') return { ok: false, message: COUNTER_MESSAGES.changed, to }
  const next: Partial<Record<string, string>> = { end: staffPaths.sell, link: payLinkHref(form.draft) }
  return { ok: true, message: wanted.message, to: next[form.action] ?? to }
}

/** Returns the answer to a form of a draft that can't be changed any more. */
export function notOpen(draft: CounterDraft | null, to: string): CounterAnswer {
  if (!draft) return { ok: false, message: COUNTER_MESSAGES.over, to: staffPaths.sell }
  if (draft.state === 'ended') return { ok: false, message: COUNTER_MESSAGES.over, to }
  return { ok: false, message: `This sale is order ${draft.orderNumber ?? ''} already.`, to }
}

type Wanted = { change: CounterChange; message: string } | { errors: CounterErrors }

async function toChange(context: CounterContext, draft: CounterDraft, form: Change): Promise<Wanted> {
  const { db, staff, now } = context
  switch (form.action) {
    case 'remove': {
      const lines = draft.lines.filter(({ itemId }) => itemId !== form.item)
      return { change: { lines }, message: 'Removed. It’s back on sale.' }
    }
    case 'custom': {
      const price = parseCustomPrice(form.price)
      const errors = {
        ...(form.title === '' && { title: COUNTER_MESSAGES.title }),
        ...(price === null && { price: COUNTER_MESSAGES.price }),
      }
      if (price === null || form.title === '') return { errors }
      const lines = withCustomLine(draft.lines, { ...form, price })
      return lines ? { change: { lines }, message: 'Added.' } : { errors: { title: COUNTER_MESSAGES.full } }
    }
    case 'buyer': {
      const checked = await checkBuyer(db, form)
      if (!checked.ok) return { errors: checked.errors }
      // The account and the credit are those of the address: with another one they are another person's.
      const isSame = checked.buyer.email === (draft.buyer?.email ?? '')
      const { customerId, receipt } = (isSame && draft.buyer) || {}
      const buyer = { ...checked.buyer, ...(customerId && { customerId }), ...(receipt && { receipt }) }
      const change = { buyer, way: form.way, ...(isSame ? {} : { credit: null }) }
      return { change, message: 'Saved.' }
    }
    case 'choose': {
      const buyer = await readBuyer(db, form.of)
      return buyer
        ? { change: { buyer, credit: null }, message: 'Saved.' }
        : { errors: { code: COUNTER_MESSAGES.noBuyer } }
    }
    case 'credit': {
      // The return pays first; its account is the one that pays a part.
      if (draft.exchange) return { errors: { code: COUNTER_MESSAGES.noCredit } }
      if (form.use === 'no') return { change: { credit: null }, message: 'Store credit isn’t used.' }
      const found = await findCredit(db, creditHolder(draft.buyer))
      if (!found || found.balance <= 0) return { errors: { code: COUNTER_MESSAGES.noCredit } }
      const credit = { account: found.account, amount: found.balance }
      return { change: { credit }, message: 'Store credit is used.' }
    }
    case 'discount': {
      const [costs, settings] = await Promise.all([
        readCosts(db, Object.keys(draft.demand)),
        readIntakeSettings(db),
      ])
      const checked = parseDiscount(form, {
        ...{ limit: maxDiscount(staff.role), lines: draft.lines, costs, settings },
        maySellBelowFloor: hasPermission(staff.role, 'price.below-cost'),
      })
      return checked.ok
        ? { change: { discount: checked.discount }, message: 'Saved.' }
        : { errors: { [checked.field]: checked.message } }
    }
    case 'hold':
      return {
        change: { holdUntil: holdEnd(draft.createdAt, Number(form.minutes), now) },
        message: 'The tires are held longer.',
      }
    case 'link': {
      const { quote, due, isGone } = await quoteLink(db, draft)
      const problem = isGone ? EXCHANGE_MESSAGES.gone : findProblem(draft, quote)
      if (problem) return { errors: { code: problem } }
      if (due === 0) return { errors: { code: COUNTER_MESSAGES.linkNothing } }
      // The buyer needs time to read the message and to find the card.
      const holdUntil = Math.max(draft.holdUntil, holdEnd(draft.createdAt, LINK_MINUTES, now))
      return { change: { holdUntil }, message: 'The tires are held while the customer pays.' }
    }
    case 'end':
      return { change: { state: 'ended' }, message: COUNTER_MESSAGES.ended }
  }
}

function withCustomLine(
  lines: readonly CounterLine[],
  { title, price, taxed }: { title: string; price: number; taxed: string },
): CounterLine[] | null {
  const itemId = Math.max(0, ...lines.map((line) => line.itemId)) + 1
  const taxClassId = taxed === 'yes' ? GOODS_TAX_CLASS : 0
  return lines.length >= 18 ? null : [...lines, customLine({ itemId, title, price, taxClassId })]
}
