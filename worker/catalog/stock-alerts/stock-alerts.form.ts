/** Starts, confirms, deletes and ends stock alerts (H13j). Each form works without script. */
import { type Context, Hono } from 'hono'
import {
  formatStockAlert,
  parseStockAlert,
  STOCK_ALERT_FIELDS,
  STOCK_ALERT_MESSAGES,
  type StockAlertConditions,
  type StockAlertNames,
  type StockAlertProblem,
  stockAlertFields,
  stockAlertHref,
} from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { STOCK_ALERT_PATHS } from '../../../schema/catalog/stock-alerts/stock-alert-paths.ts'
import { FIELD_RULES, firstMessage } from '../../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import { normalizeEmail } from '../../../schema/platform/mail/mailbox.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { openRequestCatalog } from '../index/request-catalog.ts'
import {
  confirmStockAlerts,
  createStockAlert,
  deleteAllStockAlerts,
  deleteStockAlert,
  findAccountMailbox,
  findStockAlertEmail,
  readStockAlerts,
  type StockAlertOwner,
} from './stock-alert.sql.ts'
import {
  readStockAlertCookie,
  readStockAlertLink,
  type StockAlertLink,
  setStockAlertCookie,
} from './stock-alert-access.ts'
import { stockAlertNames } from './stock-alert-names.ts'
import {
  type StockAlertsPage,
  stockAlertFormPage,
  stockAlertsPage,
  stopStockAlertsPage,
} from './stock-alerts.page.tsx'

/** The mailbox of a new alert. `isOwner`: no mail has to ask for a confirmation. */
interface AlertMailbox {
  email: string
  isOwner: boolean
  customerId: number | null
}

const startForm = formRoute({
  path: STOCK_ALERT_PATHS.form,
  schema: FORM_TEXTS,
  run: async (c, texts) => {
    const names = await readNames(c)
    const parsed = parseStockAlert(texts, names)
    const known = await knownMailbox(c, texts.email !== undefined)
    const refuse = (view: Partial<Parameters<typeof stockAlertFormPage>[1]>) =>
      formPage(c, texts, { names, known, ...view })
    if (!parsed.ok) return refuse({ problem: parsed.problem, status: 422 })
    // The button of a list has no address: the page asks for it, with what the list is about.
    if (!known && texts.email === undefined) return c.redirect(stockAlertHref(parsed.conditions), 303)
    const emailProblem = known ? null : firstMessage(texts.email?.trim() ?? '', FIELD_RULES.emailAddress)
    if (emailProblem) return refuse({ emailProblem, status: 422 })
    const mailbox = known ?? { email: normalizeEmail(texts.email ?? ''), isOwner: false, customerId: null }
    const captcha = known ? null : await requireCaptcha(c, STOCK_ALERT_PATHS.form, texts)
    if (captcha) return captcha
    if (await isRateLimited(c, mailbox.isOwner ? 'FORM_LIMIT' : 'MAIL_LIMIT', 'stock-alert'))
      return refuse({ message: TOO_MANY, status: 429 })
    const outcome = await start(c, mailbox, parsed.conditions, names)
    if (outcome === 'full') return refuse({ message: STOCK_ALERT_MESSAGES.full, status: 409 })
    // The page after it leads back to the same alert when the address was mistyped.
    const fields =
      outcome === 'pending' && mailbox.customerId === null ? stockAlertFields(parsed.conditions) : []
    const query = new URLSearchParams([['state', outcome], ...fields])
    return c.redirect(`${STOCK_ALERT_PATHS.mine}?${query}`, 303)
  },
})

async function start(
  c: Context<AppEnv>,
  mailbox: AlertMailbox,
  conditions: StockAlertConditions,
  names: StockAlertNames,
): Promise<'on' | 'pending' | 'full'> {
  const label = formatStockAlert(conditions, names)
  const created = await createStockAlert(c.env.DB, { ...mailbox, conditions, label, now: Date.now() })
  const { outcome, subscriberId, mails } = created
  await enqueueOutbox(c.env.OUTBOX, mails)
  if (outcome !== 'full' && mailbox.customerId === null && !mailbox.isOwner)
    setStockAlertCookie(c, subscriberId, 'typed')
  return outcome
}

/** Turns on, deletes or ends alerts, for their owner. */
const ownForm = formRoute({
  path: STOCK_ALERT_PATHS.mine,
  schema: FORM_TEXTS,
  run: async (c, texts) => {
    const { owner, link, canConfirm } = await readOwner(c, texts)
    if (!owner) return c.redirect(STOCK_ALERT_PATHS.mine, 303)
    if (await isRateLimited(c, 'FORM_LIMIT', 'stock-alert')) return c.text(TOO_MANY, 429)
    const to = (state: string) => {
      const query = new URLSearchParams({
        state,
        ...(link ? { id: String(link.id), proof: link.proof } : {}),
      })
      return c.redirect(`${STOCK_ALERT_PATHS.mine}?${query}`, 303)
    }
    if (texts.action === 'confirm' && canConfirm && 'subscriberId' in owner) {
      await confirmStockAlerts(c.env.DB, owner.subscriberId, Date.now())
      setStockAlertCookie(c, owner.subscriberId, 'owner')
      return to('confirmed')
    }
    if (texts.action === 'delete' && /^\d{1,15}$/.test(texts.alert ?? '')) {
      await deleteStockAlert(c.env.DB, Number(texts.alert), owner)
      return to('deleted')
    }
    if (texts.action !== 'stop') return c.notFound()
    await deleteAllStockAlerts(c.env.DB, owner)
    return to('stopped')
  },
})

/** Ends all alerts by the signed link of a mail. Mail programs send this form for their one-click button. */
const stopForm = formRoute({
  path: STOCK_ALERT_PATHS.stop,
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c, texts) => {
    const link = readStockAlertLink(c, { ...c.req.query(), ...texts })
    if (!link) return c.notFound()
    await deleteAllStockAlerts(c.env.DB, { subscriberId: link.id })
    if ('List-Unsubscribe' in texts) return c.text(STOCK_ALERT_MESSAGES.stopped)
    return c.redirect(`${STOCK_ALERT_PATHS.mine}?state=stopped`, 303)
  },
})

export const stockAlertRoutes = new Hono<AppEnv>()
  .get(STOCK_ALERT_PATHS.start, async (c) => {
    const names = await readNames(c)
    const known = await knownMailbox(c, c.req.query(OTHER_ADDRESS) === '1')
    return formPage(c, c.req.query(), { names, known })
  })
  .get(STOCK_ALERT_PATHS.mine, async (c) => {
    const { owner, ...access } = await readOwner(c, c.req.query())
    const alerts = owner && (await readStockAlerts(c.env.DB, owner))
    return stockAlertsPage(c, { alerts, typed: owner ? null : await readTypedMailbox(c), ...access })
  })
  .get(STOCK_ALERT_PATHS.stop, (c) => {
    const link = readStockAlertLink(c, c.req.query())
    return link ? stopStockAlertsPage(c, link) : c.notFound()
  })
  .route('/', startForm)
  .route('/', ownForm)
  .route('/', stopForm)

/** Renders the form with its texts; `view` says what is wrong. */
function formPage(
  c: Context<AppEnv>,
  texts: FormTexts,
  view: { names: StockAlertNames; known: AlertMailbox | null } & Partial<
    Parameters<typeof stockAlertFormPage>[1]
  >,
) {
  const { names, known, problem = null, ...rest } = view
  const parsed = parseStockAlert(texts, names)
  const brand = names.brand(texts.brand ?? '')
  const model = names.model(texts.model ?? '')
  return stockAlertFormPage(c, {
    texts,
    label: parsed.ok ? formatStockAlert(parsed.conditions, names) : null,
    model: brand !== null && model !== null ? `${brand} ${model}` : null,
    email: known?.email ?? null,
    otherHref: known && !known.isOwner && known.customerId === null ? otherAddressHref(texts) : null,
    problem: problem ?? startProblem(parsed, texts),
    emailProblem: null,
    message: null,
    status: 200,
    ...rest,
  })
}

/** Returns what is wrong with the fields of a link; nothing for the empty form. */
function startProblem(
  parsed: ReturnType<typeof parseStockAlert>,
  texts: FormTexts,
): StockAlertProblem | null {
  const isEmpty = STOCK_ALERT_FIELDS.every((name) => !texts[name])
  return parsed.ok || isEmpty ? null : parsed.problem
}

async function readNames(c: Context<AppEnv>): Promise<StockAlertNames> {
  return stockAlertNames((await openRequestCatalog(c)).options)
}

/**
 * Returns the mailbox of the signed-in customer, or the one that this browser remembers. With `isOther`, the shopper replaces an
 * address that was only typed, because it may be mistyped.
 */
async function knownMailbox(c: Context<AppEnv>, isOther: boolean): Promise<AlertMailbox | null> {
  const who = await getCurrentCustomer(c)
  const account = who && (await findAccountMailbox(c.env.DB, who.customerId))
  if (who && account) return { ...account, customerId: who.customerId }
  const browser = readStockAlertCookie(c)
  if (isOther && browser?.role === 'typed') return null
  const email = browser && (await findStockAlertEmail(c.env.DB, browser.subscriberId))
  return browser && email ? { email, isOwner: browser.role === 'owner', customerId: null } : null
}

/** The parameter of the form's address that asks for another address. */
const OTHER_ADDRESS = 'other'

/** Returns the address of the form for the conditions in these texts, with a field for another address. */
function otherAddressHref(texts: FormTexts): string {
  const fields = STOCK_ALERT_FIELDS.flatMap((name) => (texts[name] ? [[name, texts[name]]] : []))
  return `${STOCK_ALERT_PATHS.start}?${new URLSearchParams([...fields, [OTHER_ADDRESS, '1']])}`
}

/** Returns the address that was typed in this browser, and where to correct it; `null` when none was. */
async function readTypedMailbox(c: Context<AppEnv>): Promise<StockAlertsPage['typed']> {
  const browser = readStockAlertCookie(c)
  const email = browser?.role === 'typed' && (await findStockAlertEmail(c.env.DB, browser.subscriberId))
  return email ? { email, otherHref: otherAddressHref(c.req.query()) } : null
}

/** Returns whose alerts this request may see and change. */
async function readOwner(
  c: Context<AppEnv>,
  fields: FormTexts,
): Promise<{
  owner: StockAlertOwner | null
  link: StockAlertLink | null
  canConfirm: boolean
  isSignedIn: boolean
}> {
  const who = await getCurrentCustomer(c)
  const isSignedIn = who !== null
  const link = readStockAlertLink(c, fields)
  if (link) return { owner: { subscriberId: link.id }, link, canConfirm: true, isSignedIn }
  if (who) return { owner: { customerId: who.customerId }, link, canConfirm: false, isSignedIn }
  const browser = readStockAlertCookie(c)
  const isOwner = browser?.role === 'owner'
  return {
    owner: browser && isOwner ? { subscriberId: browser.subscriberId } : null,
    link,
    canConfirm: isOwner,
    isSignedIn,
  }
}
