/**
 * POST /cart/form/: every change of a cart, for every page of the shop. A JSON response has the current cart; a refusal
 * has its message.
 */
import type { Context } from 'hono'
import * as v from 'valibot'
import type { CartView } from '../../schema/cart/cart.api.ts'
import { type Cart, tireCount } from '../../schema/cart/cart.ts'
import { type CartError, cartError, cartErrorMessage } from '../../schema/cart/cart-error.ts'
import {
  CART_ACTIONS,
  type CartFormResult,
  type FormSelections,
  parseFormSelections,
} from '../../schema/cart/cart-form.api.ts'
import { minicartCount } from '../../schema/cart/cart-format.ts'
import { type CartNotice, formatNotice, isSuccessNotice, toNotice } from '../../schema/cart/cart-notice.ts'
import { TIRE_SERVICES, type TireService } from '../../schema/cart/extras/tire-services.ts'
import { COUNTRY } from '../../schema/identity/location/delivery-area.ts'
import { paths } from '../../schema/paths.ts'
import type { FormTexts } from '../../schema/platform/forms/form-texts.ts'
import { numberText } from '../../schema/platform/forms/number-text.ts'
import type { AppEnv, Env } from '../env.ts'
import { locateZip } from '../identity/location/locate-zip.ts'
import { cartKey } from '../identity/session/cart-id.ts'
import { type FormAnswer, formRoute } from '../platform/forms/form-route.ts'
import { safeRedirectPath } from '../platform/http/same-origin.ts'
import { wantsJson } from '../platform/http/wants-json.ts'
import { isRateLimited, TOO_MANY } from '../platform/limits/rate-limit.ts'
import { readCartIdCookie, setCartCountCookie, setCartIdCookie } from './cart-cookie.ts'
import { startCart } from './customer-cart.ts'
import { findServiceUnits } from './extras/cart-offers.ts'
import { readMinicartCountType } from './minicart-count.sql.ts'
import { readCartView } from './read-cart.ts'
import { restoreSavedLine, saveForLater } from './saved/save-for-later.ts'
import { deleteSavedLine, renewSavedLines } from './saved/saved-line.sql.ts'
import {
  addToCart,
  applyCouponCode,
  changeMergedCartLine,
  findMergedService,
  removeFromCart,
  replaceCartLine,
  setCartQty,
  updateCartSettings,
} from './update-cart.ts'

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '')
const FORM = v.object({
  action: v.picklist(CART_ACTIONS),
  sku: text,
  qty: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20)), '1'),
  item_id: v.optional(numberText(9), '0'),
  coupon: text,
  zip: text,
  saved: v.optional(numberText(15), '0'),
  return: v.optional(v.string()),
  /** The key of the cart on the page that has the line; a sign-in may have merged that cart meanwhile. */
  cart: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{0,16}$/)), ''),
  /** The browser's id of this change, so that a form is applied once when it is repeated after a lost response. */
  mutation: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
})
type Form = v.InferOutput<typeof FORM>

/** The outcome of a change. */
interface Outcome {
  notice: CartNotice
  status: number
  /** A message with more detail than the message of the notice's code. */
  message?: string
  /** The cart before a change that may end its services with the tires; `null` after another change. */
  before?: Cart | null
  /** The removed line, which the page can restore. */
  removed?: { sku: string; qty: number }
}

/** The changes of tires that may end the services of the cart. */
const MAY_END_SERVICES: readonly Form['action'][] = ['set', 'remove', 'save']

export const cartForm = formRoute({
  schema: FORM,
  refuse: (c) => answer(c, readCartIdCookie(c), { notice: { code: 'not-understood' }, status: 400 }),
  run: async (c, form, body: FormTexts) => {
    // Coupon codes are short, so a rate limit prevents guessing them.
    if (form.action === 'coupon' && (await isRateLimited(c, 'FORM_LIMIT', 'coupon'))) {
      const tooMany: Outcome = { notice: { code: 'unavailable' }, message: TOO_MANY, status: 429 }
      return answer(c, readCartIdCookie(c), tooMany)
    }
    const selections = parseFormSelections(body)
    const known = readCartIdCookie(c)
    let quoteId = known ?? (await startCart(c))
    const before = MAY_END_SERVICES.includes(form.action) ? await c.env.CART.getByName(quoteId).read() : null
    let outcome = await change(c.env, quoteId, form, selections)
    // An order has closed the cart, or the cart has expired: the change begins a new cart.
    if (outcome === 'closed') {
      quoteId = await startCart(c)
      outcome = await change(c.env, quoteId, form, selections)
    } else if (known !== null) setCartIdCookie(c, quoteId)
    if (outcome === 'closed') outcome = { notice: { code: 'unavailable' }, status: 503 }
    return answer(c, quoteId, { ...outcome, before }, safeRedirectPath(form.return))
  },
})

/** Applies one form to the cart; `closed` when this cart accepts no more changes. */
async function change(
  env: Env,
  quoteId: string,
  form: Form,
  selections: FormSelections,
): Promise<Outcome | 'closed'> {
  const now = Date.now()
  const mutationId = form.mutation || null
  const isOther = form.cart !== '' && form.cart !== cartKey(quoteId)
  switch (form.action) {
    case 'add': {
      const request = { sku: form.sku, parentSku: null, ...selections, qty: form.qty, mutationId }
      const added = await addToCart(env, quoteId, { ...request, isServiceAlone: false }, now)
      const service = TIRE_SERVICES.find((one) => !added.ok && added.code === `${one}-needs-tires`)
      if (service) return startService(env, quoteId, service, now, mutationId)
      // A ZIP code where the shop does not deliver is refused where the shopper types it, not at an addition. The destination
      // of the cart may come from an address in the checkout, so it is not replaced.
      if (added.ok && form.zip !== '' && !(await env.CART.getByName(quoteId).read())?.shipTo)
        await setDestination(env, quoteId, { zip: form.zip, mutation: '' }, now)
      return added.ok ? succeed(added.isUnsure ? 'volatile' : 'added') : fail(added)
    }
    case 'set': {
      const request = { itemId: form.item_id, qty: form.qty, mutationId }
      const set = isOther
        ? await changeMergedCartLine(env, quoteId, { from: form.cart, ...request }, now)
        : await setCartQty(env, quoteId, request, now)
      return set.ok ? succeed('updated') : fail(set)
    }
    case 'remove': {
      const merged = { from: form.cart, itemId: form.item_id }
      const service = isOther ? await findMergedService(env, quoteId, merged) : null
      if (service) return endService(env, quoteId, service, now, mutationId)
      const request = { itemId: form.item_id, sku: null, mutationId }
      const removed = isOther
        ? await changeMergedCartLine(env, quoteId, { from: form.cart, ...request, qty: 0 }, now)
        : await removeFromCart(env, quoteId, request, now)
      if (!removed.ok) return fail(removed)
      const { sku, qty, choices, service: ended } = removed.line
      if (ended) return succeed(`${ended}-off`)
      // The URL of the cart page has no choices, so a configured product cannot be restored.
      return choices.length > 0 ? succeed('removed') : { ...succeed('removed'), removed: { sku, qty } }
    }
    case 'coupon': {
      if (form.coupon === '') return { notice: { code: 'coupon-missing' }, status: 400 }
      const applied = await applyCouponCode(env, quoteId, form.coupon, now, mutationId)
      return applied.ok ? succeed('coupon-on') : fail(applied)
    }
    case 'coupon-remove': {
      const removed = await updateCartSettings(env, quoteId, { coupon: null }, now, { mutationId })
      return removed.ok ? succeed('coupon-off') : fail(removed)
    }
    case 'replace': {
      const { item_id: itemId, sku, qty } = form
      const replaced = isOther
        ? cartError('cart-changed')
        : await replaceCartLine(env, quoteId, { itemId, sku, qty, mutationId }, now)
      return replaced.ok ? succeed('replaced') : fail(replaced)
    }
    case 'save': {
      const saved = isOther
        ? cartError('cart-changed')
        : await saveForLater(env, quoteId, { itemId: form.item_id, mutationId }, now)
      return saved.ok ? succeed('saved') : fail(saved)
    }
    case 'saved-restore': {
      const restored = await restoreSavedLine(env, quoteId, form.saved, now)
      if (restored === 'gone') return succeed('saved-gone')
      return restored.ok ? succeed('restored') : fail(restored)
    }
    case 'saved-remove':
      await deleteSavedLine(env.DB, quoteId, form.saved)
      return succeed('saved-removed')
    case 'plan':
    case 'mounting':
      return startService(env, quoteId, form.action, now, mutationId)
    case 'plan-remove':
    case 'mounting-remove':
      return endService(env, quoteId, form.action === 'plan-remove' ? 'plan' : 'mounting', now, mutationId)
    case 'zip':
      return setDestination(env, quoteId, form, now)
  }
}

/** Adds a service for all tires of the cart; a cart without tires refuses it. */
async function startService(
  env: Env,
  quoteId: string,
  service: TireService,
  now: number,
  mutationId: string | null,
): Promise<Outcome | 'closed'> {
  const units = await findServiceUnits(env.DB, service, now)
  if (units.length === 0) return fail(cartError('not-available'))
  const set = await updateCartSettings(env, quoteId, { [service]: units }, now, { mutationId })
  if (!set.ok) return fail(set)
  if (set.cart[service]) return succeed(`${service}-on`)
  return fail(cartError(tireCount(set.cart) === 0 ? `${service}-needs-tires` : 'not-for-all-tires'))
}

/** Ends a service for all tires of the cart, also when it has ended before. */
async function endService(
  env: Env,
  quoteId: string,
  service: TireService,
  now: number,
  mutationId: string | null,
): Promise<Outcome | 'closed'> {
  const removed = await updateCartSettings(env, quoteId, { [service]: null }, now, { mutationId })
  return removed.ok ? succeed(`${service}-off`) : fail(removed)
}

/** Sets the destination of the cart by its ZIP code, which is enough for tax and fees. */
async function setDestination(
  env: Env,
  quoteId: string,
  { zip, mutation }: Pick<Form, 'zip' | 'mutation'>,
  now: number,
): Promise<Outcome | 'closed'> {
  const found = await locateZip(env.DB, zip)
  if (!found.ok) return { notice: { code: found.notice }, message: found.message, status: found.status }
  const { region } = found
  const shipTo = { countryId: COUNTRY, regionId: region.id, regionCode: region.code, postcode: found.zip }
  const set = await updateCartSettings(env, quoteId, { shipTo }, now, { mutationId: mutation || null })
  return set.ok ? succeed('zip-on') : fail(set)
}

function succeed(code: CartNotice['code']): Outcome {
  return { notice: { code }, status: 200 }
}

/** Returns the refusal of a change; if stock is short, with the number of units that the cart may have. */
function fail(failure: CartError): Outcome | 'closed' {
  if (failure.code === 'cart-closed' || failure.code === 'no-such-cart') return 'closed'
  const left = /^(qty-not-available|.*-too-large)$/.test(failure.code) ? Number(failure.detail) : null
  const notice = toNotice(failure, left)
  // The URL of the cart page has only the code; a JSON response also names the option or product.
  const message = notice.code === failure.code ? cartErrorMessage(failure) : formatNotice(notice)
  return { notice, message, status: failure.status }
}

async function answer(
  c: Context<AppEnv>,
  quoteId: string | null,
  outcome: Outcome,
  back: string | null = null,
): Promise<FormAnswer> {
  const { status } = outcome
  const read = Promise.all([readCartView(c.env, quoteId, Date.now()), readMinicartCountType(c.env.DB)])
  const [view, countType] = await read.catch((error) => {
    // The line was added although D1 does not answer; after an error message the shopper would add the line again.
    if (wantsJson(c) || outcome.notice.code !== 'volatile') throw error
    return []
  })
  if (quoteId !== null && view && view.saved.length > 0) await renewSavedLines(c.env.DB, quoteId, Date.now())
  const count = view && countType ? minicartCount(view, countType) : null
  if (count !== null) setCartCountCookie(c, count)
  const ended = view ? endedServices(outcome, view) : undefined
  const notice = ended ? { ...outcome.notice, ended } : outcome.notice
  const message = outcome.message ?? formatNotice(notice)
  const isSuccess = isSuccessNotice(notice)
  const result =
    isSuccess && view && count !== null
      ? ({ count, message, notice, view } satisfies CartFormResult)
      : message
  // Only the cart shows failures: other pages are cached and the same for everybody.
  const to =
    back !== null && isSuccess && notice.code !== 'volatile' ? back : cartHref({ ...outcome, notice })
  return { status, result, to }
}

/** Returns the services that the cart had before a change of its tires and has no more. */
function endedServices({ notice, before }: Outcome, { lines }: CartView): CartNotice['ended'] {
  // A service that the shopper has removed has a notice of its own.
  if (!before || !isSuccessNotice(notice) || notice.code.endsWith('-off')) return undefined
  const ended = TIRE_SERVICES.filter(
    (kind) => before[kind] && !lines.some(({ service }) => service?.kind === kind),
  )
  return ended.length > 1 ? 'both' : ended[0]
}

/** Returns the URL of the cart page that shows the outcome. */
function cartHref({ notice, removed }: Outcome): string {
  const query = new URLSearchParams({ notice: notice.code })
  if (notice.count !== undefined) query.set('count', String(notice.count))
  if (notice.ended) query.set('ended', notice.ended)
  if (removed) {
    query.set('sku', removed.sku)
    query.set('qty', String(removed.qty))
  }
  return `${paths.cart}?${query}`
}
