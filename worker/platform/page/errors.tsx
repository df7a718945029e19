/** Error pages: a calm message, a link and the phone number. */
import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { conditionHref, paths } from '../../../schema/paths.ts'
import {
  OUTAGE_MESSAGES,
  OUTAGE_TITLES,
  type Outage,
  RETRY_AFTER_SECONDS,
} from '../../../schema/platform/outbound/outage.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from './content-page.ts'

interface ErrorContent {
  title: string
  text: string
  status: 200 | 401 | 403 | 404 | 405 | 410 | 414 | 431 | 500 | 503
  action: { href: string; label: string }
  /** Whether the page has the full header and footer instead of the minimal ones. */
  isWhole?: true
  /** Additional content of the page. */
  also?: ReactNode
}

/** Responds with an error page: message, one link and the phone number. It reads no data. */
export function simpleErrorPage(
  c: Context<AppEnv>,
  { title, text, status, action, isWhole, also }: ErrorContent,
): Promise<Response> {
  return contentPage(c, {
    title,
    description: text,
    canonical: null,
    status,
    layout: isWhole ? 'default' : 'minimal',
    kind: 'error',
    body: (
      <div className="wrap lost">
        <h1 className="t-64">{title}</h1>
        <p className="measure">{text}</p>
        <p className="button-row lost-ways">
          <LinkButton kind="buy" href={action.href}>
            {action.label}
          </LinkButton>
          <LinkButton href={PHONE.href}>Call {PHONE.label}</LinkButton>
        </p>
        {also}
      </div>
    ),
  })
}

const UNEXPECTED = 'Something went wrong on our side. Your cart is safe. Reload the page in a moment.'

/** Responds with the page for an internal error. */
export function serverErrorPage(c: Context<AppEnv>): Promise<Response> {
  return simpleErrorPage(c, {
    title: 'Internal Server Error 500',
    text: UNEXPECTED,
    status: 500,
    action: { href: paths.home, label: 'Go to the home page' },
  })
}

/** Responds during an outage of D1 or another part of the platform, or while the index is being built. It reads no data. */
export function outagePage(c: Context<AppEnv>, outage: Outage): Promise<Response> {
  const isTemporary = outage === 'catalog'
  // With this header browsers reload the page, also without JavaScript.
  if (isTemporary && c.req.method === 'GET') c.header('Refresh', String(RETRY_AFTER_SECONDS[outage]))
  return simpleErrorPage(c, {
    title: OUTAGE_TITLES[outage],
    text: OUTAGE_MESSAGES[outage],
    status: 503,
    // An empty reference is the requested address with its query.
    action:
      c.req.method === 'GET'
        ? { href: '', label: 'Try again' }
        : outage === 'chat'
          ? { href: paths.chat, label: 'Go to the conversation' }
          : { href: paths.cart, label: 'Go to cart' },
    isWhole: true,
    also: (
      <>
        <h2 className="t-28">What still works</h2>
        <ul className="measure">
          {outage !== 'object' && <li>Your cart is safe.</li>}
          {isTemporary ? (
            <li>
              Pages of single tires, the <a href={paths.cart}>cart</a> and the checkout.
            </li>
          ) : (
            <li>
              Pages someone has opened today, such as the <a href={paths.home}>home page</a>, the lists of{' '}
              <a href={conditionHref('Used')}>used</a> and <a href={conditionHref('New')}>new</a> tires.
            </li>
          )}
          <li>
            The phone: <a href={PHONE.href}>{PHONE.label}</a>. We take orders there, too.
          </li>
        </ul>
      </>
    ),
  })
}

/** Replaces a part of a page whose data failed after the begin of the page was sent. */
export function FailedPart({ outage }: { outage: Outage | null }) {
  return (
    <div className="wrap lost" role="alert">
      <h2 className="t-40">{outage ? OUTAGE_TITLES[outage] : 'This part of the page didn’t load'}</h2>
      <p className="measure">{outage ? OUTAGE_MESSAGES[outage] : UNEXPECTED}</p>
      <p className="button-row lost-ways">
        <LinkButton kind="buy" href="">
          Try again
        </LinkButton>
        <LinkButton href={PHONE.href}>Call {PHONE.label}</LinkButton>
      </p>
    </div>
  )
}

/** Responds to a known address with a wrong method, such as a form endpoint that is opened in the address bar. */
export function wrongMethodPage(c: Context<AppEnv>): Promise<Response> {
  return simpleErrorPage(c, {
    title: 'Method Not Allowed 405',
    text: 'This address can’t take what was sent to it. Nothing was changed.',
    status: 405,
    action: { href: paths.home, label: 'Go to the home page' },
  })
}

/** Responds to a request whose address or header is too long. */
export function tooLongPage(c: Context<AppEnv>, title: string, status: 414 | 431): Promise<Response> {
  return simpleErrorPage(c, {
    title,
    text: 'Start at our home page. Your cart is safe.',
    status,
    action: { href: paths.home, label: 'Go to the home page' },
  })
}

/** Responds at /error, to which other services send a shopper back after a failed step. */
export function errorPage(c: Context<AppEnv>): Promise<Response> {
  return simpleErrorPage(c, {
    title: 'Something went wrong',
    text: 'We couldn’t finish the last step. If you didn’t see an order number, nothing was charged. Your cart is safe.',
    status: 200,
    action: { href: paths.cart, label: 'Go to cart' },
  })
}
