/**
 * POST /cart/form/: the plain-form door of the cart, for every page of the shop. A browser without JavaScript is sent
 * on with 303; asked for JSON, the door answers what the cart holds now (schema/api/cart-form.ts).
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { CART_ACTIONS, type CartFormResult } from '../../schema/api/cart-form.ts'
import { findLine } from '../../schema/domain/cart.ts'
import type { CartFailure } from '../../schema/domain/cart-failure.ts'
import { type CartNotice, isGood, noticeOf, noticeText } from '../../schema/domain/cart-notice.ts'
import { minicartCount } from '../../schema/domain/cart-words.ts'
import { COUNTRY } from '../../schema/domain/destination.ts'
import { zipCode } from '../../schema/domain/field.ts'
import { unitsForLine } from '../../schema/domain/stock.ts'
import { paths } from '../../schema/paths.ts'
import { findOffer } from '../db/product.ts'
import { allRegions } from '../db/region.ts'
import { findZip } from '../db/zip.ts'
import type { AppEnv, Env } from '../env.ts'
import { addToCart, applyCouponCode, removeFromCart, setCart, setCartQty } from '../flows/change-cart.ts'
import { readCartView } from '../flows/read-cart.ts'
import { issueQuoteId, keepCartCount, keepQuoteId, quoteIdOf } from '../http/cart-cookie.ts'
import { limitForm } from '../http/form-body.ts'
import { reply } from '../http/reply.ts'
import { isSameOrigin, sameSitePath } from '../http/same-origin.ts'
import { forbiddenPage } from '../pages/forbidden.tsx'

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '')
const FORM = v.object({
  action: v.picklist(CART_ACTIONS),
  sku: text,
  qty: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20)), '1'),
  item_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '0'),
  coupon: text,
  zip: text,
  return: v.optional(v.string()),
  /** The browser's name for this one act, so that a form sent again after a lost reply happens once. */
  mutation: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
})
type Form = v.InferOutput<typeof FORM>

/** What a change came to. */
interface Done {
  notice: CartNotice
  status: number
  /** The line that went, so that it can be brought back. */
  gone?: { sku: string; qty: number }
}

export const cartForm = new Hono<AppEnv>()

cartForm.use(limitForm())

cartForm.post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const form = v.safeParse(FORM, await c.req.parseBody().catch(() => ({})))
  const now = Date.now()
  if (!form.success) {
    return answer(c, quoteIdOf(c), { notice: { code: 'not-understood' }, status: 400 }, null, now)
  }
  const known = quoteIdOf(c)
  let quoteId = known ?? issueQuoteId(c)
  let done = await change(c.env, quoteId, form.output, now)
  // An order has closed the cart, or it was forgotten: what is put in now begins a new one.
  if (done === 'closed') {
    quoteId = issueQuoteId(c)
    done = await change(c.env, quoteId, form.output, now)
  } else if (known !== null) keepQuoteId(c, quoteId)
  const outcome = done === 'closed' ? { notice: { code: 'unavailable' as const }, status: 503 } : done
  return answer(c, quoteId, outcome, sameSitePath(form.output.return), now)
})

/** Applies one form to the cart; `closed` when this cart takes no more changes. */
async function change(env: Env, quoteId: string, form: Form, now: number): Promise<Done | 'closed'> {
  const mutationId = form.mutation || null
  switch (form.action) {
    case 'add': {
      const asked = { sku: form.sku, parentSku: null, option: null, qty: form.qty, mutationId }
      const added = await addToCart(env, quoteId, asked, now)
      return added.ok ? good('added') : failed(env, quoteId, added, { sku: form.sku })
    }
    case 'set': {
      const asked = { itemId: form.item_id, qty: form.qty, mutationId }
      const set = await setCartQty(env, quoteId, asked, now)
      return set.ok ? good('updated') : failed(env, quoteId, set, { itemId: form.item_id })
    }
    case 'remove': {
      const removed = await removeFromCart(env, quoteId, { itemId: form.item_id, sku: null, mutationId }, now)
      if (!removed.ok) return failed(env, quoteId, removed)
      return { ...good('removed'), gone: { sku: removed.line.sku, qty: removed.line.qty } }
    }
    case 'coupon': {
      const applied = await applyCouponCode(env, quoteId, form.coupon, now)
      return applied.ok ? good('coupon-on') : failed(env, quoteId, applied)
    }
    case 'coupon-remove': {
      const taken = await setCart(env, quoteId, { coupon: null }, now)
      return taken.ok ? good('coupon-off') : failed(env, quoteId, taken)
    }
    case 'zip':
      return sendTo(env, quoteId, form.zip, now)
  }
}

/** Where it goes, by ZIP code alone: enough for tax and fees. */
async function sendTo(env: Env, quoteId: string, zip: string, now: number): Promise<Done | 'closed'> {
  const place = zip !== '' && zipCode(zip) === null ? await findZip(env.DB, zip) : null
  const region = place && (await allRegions(env.DB)).find(({ code }) => code === place.state)
  if (!place || !region) return { notice: { code: 'zip-unknown' }, status: 400 }
  const shipTo = { countryId: COUNTRY, regionId: region.id, regionCode: region.code, postcode: zip }
  const set = await setCart(env, quoteId, { shipTo }, now)
  return set.ok ? good('zip-on') : failed(env, quoteId, set)
}

function good(code: CartNotice['code']): Done {
  return { notice: { code }, status: 200 }
}

/** A refusal in words; where stock was short, how much there is. */
async function failed(
  env: Env,
  quoteId: string,
  failure: CartFailure,
  asked: { itemId?: number; sku?: string } = {},
): Promise<Done | 'closed'> {
  if (failure.code === 'cart-closed' || failure.code === 'no-such-cart') return 'closed'
  const left = failure.code === 'qty-not-available' ? await unitsLeftFor(env, quoteId, asked) : null
  return { notice: noticeOf(failure, left), status: failure.status }
}

/** Units of one thing that this cart could hold, what it already holds of it included. */
async function unitsLeftFor(
  env: Env,
  quoteId: string,
  asked: { itemId?: number; sku?: string },
): Promise<number | null> {
  const cart = await env.CART.getByName(quoteId).read()
  const line = cart && findLine(cart, { itemId: asked.itemId ?? null, sku: asked.sku ?? null })
  const wanted = line?.sku ?? asked.sku ?? ''
  const offer = await findOffer(env.DB, wanted)
  const unit = offer && [offer.product, ...offer.variants].find(({ sku }) => sku === wanted)
  if (!unit) return null
  const { stockSku, setqty } = unit
  return unitsForLine({ itemId: line?.itemId ?? 0, stockSku, setqty, qty: 0 }, cart?.lines ?? [], offer.stock)
}

async function answer(
  c: Context<AppEnv>,
  quoteId: string | null,
  done: Done,
  back: string | null,
  now: number,
): Promise<Response> {
  const { notice } = done
  const message = noticeText(notice)
  const view = await readCartView(c.env, quoteId, now)
  const count = minicartCount(view)
  keepCartCount(c, count)
  if (c.req.header('Accept')?.includes('application/json')) {
    if (!isGood(notice)) return reply(c, done.status, message)
    return reply(c, 200, { count, message, notice, view } satisfies CartFormResult)
  }
  // A page elsewhere is kept and the same for everybody: it cannot say what went wrong, the cart can.
  if (back !== null && isGood(notice)) return c.redirect(back, 303)
  const query = new URLSearchParams({ notice: notice.code })
  if (notice.count !== undefined) query.set('count', String(notice.count))
  if (done.gone) {
    query.set('sku', done.gone.sku)
    query.set('qty', String(done.gone.qty))
  }
  return c.redirect(`${paths.cart}?${query}`, 303)
}
