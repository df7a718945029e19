/**
 * POST /cart/form/: the form endpoint of the cart, for every page of the shop. A browser without JavaScript is sent
 * on with 303; asked for JSON, the endpoint answers what the cart holds now (schema/cart/cart-form.api.ts).
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type CartError, cartErrorMessage } from '../../schema/cart/cart-error.ts'
import {
  CART_ACTIONS,
  type CartFormResult,
  type FormSelections,
  parseFormSelections,
} from '../../schema/cart/cart-form.api.ts'
import { minicartCount } from '../../schema/cart/cart-format.ts'
import { type CartNotice, isSuccessNotice, noticeOf, noticeText } from '../../schema/cart/cart-notice.ts'
import { COUNTRY } from '../../schema/identity/location/delivery-area.ts'
import { paths } from '../../schema/paths.ts'
import type { AppEnv, Env } from '../env.ts'
import { locateZip } from '../identity/location/locate-zip.ts'
import { cartKey } from '../identity/session/cart-id.ts'
import { minicartCountType } from '../platform/config.sql.ts'
import { limitForm } from '../platform/forms/form-body.ts'
import { reply } from '../platform/http/reply.ts'
import { isSameOrigin, safeRedirectPath } from '../platform/http/same-origin.ts'
import { isRateLimited, TOO_MANY } from '../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../platform/page/forbidden.tsx'
import { readCartIdCookie, setCartCountCookie, setCartIdCookie } from './cart-cookie.ts'
import { startCart } from './customer-cart.ts'
import { readCartView } from './read-cart.ts'
import {
  addToCart,
  applyCouponCode,
  changeMergedCartLine,
  removeFromCart,
  setCartQty,
  updateCartSettings,
} from './update-cart.ts'

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '')
const FORM = v.object({
  action: v.picklist(CART_ACTIONS),
  sku: text,
  qty: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20)), '1'),
  item_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '0'),
  coupon: text,
  zip: text,
  return: v.optional(v.string()),
  /** What the page calls the cart whose line it speaks of; a sign-in may lie between the page and its wish. */
  cart: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{0,16}$/)), ''),
  /** The browser's name for this one act, so that a form sent again after a lost reply happens once. */
  mutation: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
})
type Form = v.InferOutput<typeof FORM>

/** What a change came to. */
interface Done {
  notice: CartNotice
  status: number
  /** The words, where they say more than the code does. */
  message?: string
  /** The line that went, so that it can be brought back. */
  gone?: { sku: string; qty: number }
}

export const cartForm = new Hono<AppEnv>()

cartForm.use(limitForm())

cartForm.post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const fields: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const form = v.safeParse(FORM, fields)
  const now = Date.now()
  if (!form.success) {
    return answer(c, readCartIdCookie(c), { notice: { code: 'not-understood' }, status: 400 }, null, now)
  }
  // Codes are short; nobody tries them one after the other.
  if (form.output.action === 'coupon' && (await isRateLimited(c, 'FORM_LIMIT', 'coupon'))) {
    const tooMany = { notice: { code: 'unavailable' as const }, message: TOO_MANY, status: 429 }
    return answer(c, readCartIdCookie(c), tooMany, null, now)
  }
  const chosen = parseFormSelections(fields)
  const known = readCartIdCookie(c)
  let quoteId = known ?? (await startCart(c))
  let done = await change(c.env, quoteId, form.output, chosen, now)
  // An order has closed the cart, or it was forgotten: what is put in now begins a new one.
  if (done === 'closed') {
    quoteId = await startCart(c)
    done = await change(c.env, quoteId, form.output, chosen, now)
  } else if (known !== null) setCartIdCookie(c, quoteId)
  const outcome = done === 'closed' ? { notice: { code: 'unavailable' as const }, status: 503 } : done
  return answer(c, quoteId, outcome, safeRedirectPath(form.output.return), now)
})

/** Applies one form to the cart; `closed` when this cart takes no more changes. */
async function change(
  env: Env,
  quoteId: string,
  form: Form,
  chosen: FormSelections,
  now: number,
): Promise<Done | 'closed'> {
  const mutationId = form.mutation || null
  const isOther = form.cart !== '' && form.cart !== cartKey(quoteId)
  switch (form.action) {
    case 'add': {
      const asked = { sku: form.sku, parentSku: null, ...chosen, qty: form.qty, mutationId }
      const added = await addToCart(env, quoteId, asked, now)
      return added.ok ? good(added.isUnsure ? 'volatile' : 'added') : failed(added)
    }
    case 'set': {
      const asked = { itemId: form.item_id, qty: form.qty, mutationId }
      const set = isOther
        ? await changeMergedCartLine(env, quoteId, { from: form.cart, ...asked }, now)
        : await setCartQty(env, quoteId, asked, now)
      return set.ok ? good('updated') : failed(set)
    }
    case 'remove': {
      const asked = { itemId: form.item_id, sku: null, mutationId }
      const removed = isOther
        ? await changeMergedCartLine(env, quoteId, { from: form.cart, ...asked, qty: 0 }, now)
        : await removeFromCart(env, quoteId, asked, now)
      if (!removed.ok) return failed(removed)
      const { sku, qty, choices } = removed.line
      // What was chosen stands in no address, so a bundle is chosen anew.
      return choices.length > 0 ? good('removed') : { ...good('removed'), gone: { sku, qty } }
    }
    case 'coupon': {
      const applied = await applyCouponCode(env, quoteId, form.coupon, now, mutationId)
      return applied.ok ? good('coupon-on') : failed(applied)
    }
    case 'coupon-remove': {
      const taken = await updateCartSettings(env, quoteId, { coupon: null }, now, mutationId)
      return taken.ok ? good('coupon-off') : failed(taken)
    }
    case 'zip':
      return sendTo(env, quoteId, form, now)
  }
}

/** Where it goes, by ZIP code alone: enough for tax and fees. */
async function sendTo(
  env: Env,
  quoteId: string,
  { zip, mutation }: Form,
  now: number,
): Promise<Done | 'closed'> {
  const found = await locateZip(env.DB, zip)
  if (!found.ok) return { notice: { code: found.notice }, message: found.message, status: found.status }
  const { region } = found
  const shipTo = { countryId: COUNTRY, regionId: region.id, regionCode: region.code, postcode: found.zip }
  const set = await updateCartSettings(env, quoteId, { shipTo }, now, mutation || null)
  return set.ok ? good('zip-on') : failed(set)
}

function good(code: CartNotice['code']): Done {
  return { notice: { code }, status: 200 }
}

/** A refusal in words; where stock was short, how many units the cart could hold. */
function failed(failure: CartError): Done | 'closed' {
  if (failure.code === 'cart-closed' || failure.code === 'no-such-cart') return 'closed'
  const left = /^(qty-not-available|.*-too-large)$/.test(failure.code) ? Number(failure.detail) : null
  const notice = noticeOf(failure, left)
  // An address carries only the code; a JSON answer also names the option or product.
  const message = notice.code === failure.code ? cartErrorMessage(failure) : noticeText(notice)
  return { notice, message, status: failure.status }
}

async function answer(
  c: Context<AppEnv>,
  quoteId: string | null,
  done: Done,
  back: string | null,
  now: number,
): Promise<Response> {
  const { notice } = done
  const message = done.message ?? noticeText(notice)
  const isJson = c.req.header('Accept')?.includes('application/json') === true
  const read = Promise.all([readCartView(c.env, quoteId, now), minicartCountType(c.env.DB)])
  const [view, countType] = await read.catch((error) => {
    // It was added though D1 is away; who is told that it failed would add it again.
    if (isJson || notice.code !== 'volatile') throw error
    return []
  })
  const count = view && countType ? minicartCount(view, countType) : null
  if (count !== null) setCartCountCookie(c, count)
  if (isJson && view && count !== null) {
    if (!isSuccessNotice(notice)) return reply(c, done.status, message)
    return reply(c, 200, { count, message, notice, view } satisfies CartFormResult)
  }
  // Other pages are cached and the same for everybody: it cannot say what went wrong, the cart can.
  if (back !== null && isSuccessNotice(notice) && notice.code !== 'volatile') return c.redirect(back, 303)
  const query = new URLSearchParams({ notice: notice.code })
  if (notice.count !== undefined) query.set('count', String(notice.count))
  if (done.gone) {
    query.set('sku', done.gone.sku)
    query.set('qty', String(done.gone.qty))
  }
  return c.redirect(`${paths.cart}?${query}`, 303)
}
