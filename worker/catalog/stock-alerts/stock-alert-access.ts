/**
 * Authorizes access to stock alerts: by the signed link in an email, by the account of a signed-in customer, or by the cookie of a
 * browser that has opened such a link. A browser in which an address was only typed can add alerts for it and sees none.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { STOCK_ALERT_PATHS } from '../../../schema/catalog/stock-alerts/stock-alert-paths.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import type { Config } from '../../config.ts'
import type { AppEnv } from '../../env.ts'
import { sign, verifySignature } from '../../identity/session/signature.ts'

const COOKIE = 'stock-alerts'
const MAX_AGE_SECONDS = 365 * 86_400
const ID = /^\d{1,15}$/

/** `owner`: the browser has opened a link of the mailbox. `typed`: only the address was typed. */
type BrowserRole = 'owner' | 'typed'

/** The parameters of a mail's link, also hidden fields of the pages behind it. */
export interface StockAlertLink {
  id: number
  proof: string
}

/** Returns the address of the page with a mailbox's alerts, or of the page that ends them; needs no sign-in. */
export function stockAlertLinkHref(
  { siteUrl, cartSecret }: Pick<Config, 'siteUrl' | 'cartSecret'>,
  page: 'mine' | 'stop',
  subscriberId: number,
): string {
  const proof = sign(cartSecret, linkClaim(subscriberId))
  return `${siteUrl}${STOCK_ALERT_PATHS[page]}?id=${subscriberId}&proof=${proof}`
}

/** Returns the link in a request's parameters or fields; `null` without a valid one. */
export function readStockAlertLink(c: Context<AppEnv>, fields: FormTexts): StockAlertLink | null {
  const { id = '', proof = '' } = fields
  const isValid = ID.test(id) && verifySignature(c.get('config').cartSecret, linkClaim(Number(id)), proof)
  return isValid ? { id: Number(id), proof } : null
}

/** Remembers the mailbox in this browser, so that the next alert needs no address. */
export function setStockAlertCookie(c: Context<AppEnv>, subscriberId: number, role: BrowserRole): void {
  const signature = sign(c.get('config').cartSecret, browserClaim(subscriberId, role))
  setCookie(c, COOKIE, `${subscriberId}.${role}.${signature}`, {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: MAX_AGE_SECONDS,
  })
}

/** Returns the mailbox that this browser remembers. */
export function readStockAlertCookie(c: Context<AppEnv>): { subscriberId: number; role: BrowserRole } | null {
  const [id = '', role = '', signature = ''] = (getCookie(c, COOKIE, 'host') ?? '').slice(0, 200).split('.')
  if (!ID.test(id) || (role !== 'owner' && role !== 'typed')) return null
  const claim = browserClaim(Number(id), role)
  return verifySignature(c.get('config').cartSecret, claim, signature)
    ? { subscriberId: Number(id), role }
    : null
}

function linkClaim(subscriberId: number): string {
  return `stock-alerts:${subscriberId}`
}

function browserClaim(subscriberId: number, role: BrowserRole): string {
  return `stock-alerts-${role}:${subscriberId}`
}
