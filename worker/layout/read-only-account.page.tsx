/**
 * GET /staff/customers/{id}/account/{page}: a customer's account as they see it, for staff who wrote why (H14k). It has the screens of
 * the account without scripts and forms, needs no session of the customer and starts none. At the root, as it renders screens of the app.
 */

import { createMemoryHistory } from '@tanstack/react-router'
import { getSsrStatus, RouterServer } from '@tanstack/react-router/ssr/server'
import type { Context, MiddlewareHandler } from 'hono'
import type { ReactNode } from 'react'
import type { PageLoaders } from '../../client/app/page-loaders.ts'
import { createAppRouter } from '../../client/app/router.tsx'
import { LinkButton } from '../../client/platform/ui/button.tsx'
import type { AccountViewName, AccountViews } from '../../schema/account/account.api.ts'
import { staffCustomerHref } from '../../schema/paths.ts'
import {
  findViewedPage,
  isFromReadOnlyAccount,
  READ_ONLY_ACCOUNT_MESSAGES,
  READ_ONLY_ACCOUNT_MS,
  toViewHref,
} from '../../schema/staff/customers/read-only-account.ts'
import { readAccount } from '../account/read-account.ts'
import { renderAccountReviews } from '../content/reviews/account-reviews.page.tsx'
import type { AppEnv } from '../env.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import type { StaffSession } from '../identity/staff/current-staff.ts'
import { answerForm } from '../platform/forms/form-route.ts'
import { clientAssets, staffAssets } from '../platform/http/client-assets.ts'
import { reply } from '../platform/http/reply.ts'
import { renderRoot } from '../platform/page/deferred.tsx'
import { VIEW_POLICY } from '../platform/security/content-policy.ts'
import { toActor } from '../staff/changes/staff-actor.ts'
import { findViewBegun } from '../staff/customers/customers.sql.ts'
import { staffAnswer } from '../staff/frame/staff-answer.ts'
import { Timestamp } from '../staff/frame/timestamp.tsx'

const READS = ['GET', 'HEAD']

/** Refuses every request that would change something and comes from a page of the view, whatever cookies it has. */
export function refuseFromReadOnlyAccount(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (READS.includes(c.req.method) || !isFromReadOnlyAccount(c.req.header('Referer'))) return next()
    c.header('Allow', READS.join(', '))
    return reply(c, 405, READ_ONLY_ACCOUNT_MESSAGES.refused)
  }
}

/** Renders a page of the account; without a reason of the last 30 minutes it leads back to the customer (H14k). */
export async function readOnlyAccountPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const customerId = Number(c.req.param('id'))
  const page = findViewedPage(c.req.param('page') ?? '')
  const now = Date.now()
  const [customer, begun] = await Promise.all([
    readCustomer(c.env.DB, customerId),
    findViewBegun(c.env.DB, toActor(staff, 'page'), { customerId, since: now - READ_ONLY_ACCOUNT_MS }),
  ])
  if (!customer || !page) return c.notFound()
  if (begun === null)
    return answerForm(c, staffAnswer(false, READ_ONLY_ACCOUNT_MESSAGES.ended, staffCustomerHref(customerId)))
  const screen =
    page.name === 'reviews'
      ? { body: await renderAccountReviews(c.env.DB, customerId), status: 200 }
      : await renderScreen(c, customerId, `${page.path}${new URL(c.req.url).search}`)
  const name = `${customer.firstname} ${customer.lastname}`
  const [shop, own] = await Promise.all([clientAssets(c.env), staffAssets(c.env)])
  const document = (
    <html lang="en" data-page="account" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Account of ${name} | Treadline staff`}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={own.css} />
        <link rel="stylesheet" href={shop.css} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="read-only-account-bar">
          <p>
            <b>This is the account of {name}, as they see it.</b> You can’t change anything here. It closes{' '}
            <Timestamp at={begun + READ_ONLY_ACCOUNT_MS} />.
          </p>
          <LinkButton href={staffCustomerHref(customerId)}>Back to the customer</LinkButton>
        </header>
        <main id="main" tabIndex={-1}>
          <fieldset className="read-only-account" disabled aria-label={`Account of ${name}, read-only`}>
            {screen.body}
          </fieldset>
        </main>
      </body>
    </html>
  )
  const html = `<!DOCTYPE html>${renderRoot(document).texts.join('')}`
  return withoutActs(
    customerId,
    c.html(html, screen.status as 200, {
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': VIEW_POLICY,
    }) as Response,
  )
}

/** Renders a screen of the account with the data of this customer. */
async function renderScreen(
  c: Context<AppEnv>,
  customerId: number,
  address: string,
): Promise<{ body: ReactNode; status: number }> {
  const elsewhere = () => Promise.reject(new Error('the view has pages of the account only'))
  const loaders: PageLoaders = {
    ...{ cart: elsewhere, checkout: elsewhere, thankYou: elsewhere, signIn: elsewhere },
    account: async (name, query = {}) =>
      withoutPayment(name, await readAccount(c, { customerId }, name, query)),
  }
  const router = createAppRouter({
    context: { loaders },
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  const failed = router.stores.matches.get().find(({ error, status }) => status === 'error' && error)
  if (failed) throw failed.error
  return { body: <RouterServer router={router} />, status: getSsrStatus(router) }
}

/** Leaves out how an order was paid. */
function withoutPayment<Name extends AccountViewName>(
  name: Name,
  view: AccountViews[Name],
): AccountViews[Name] {
  return name === 'order' && view ? { ...view, payment: 'Not shown to staff' } : view
}

/** Removes what could change something: addresses of forms, hidden fields, and links that leave the account. */
function withoutActs(customerId: number, response: Response): Response {
  return new HTMLRewriter()
    .on('main form', {
      element(form) {
        form.removeAttribute('action')
        form.removeAttribute('method')
      },
    })
    .on('main input[type=hidden]', { element: (input) => void input.remove() })
    .on('main a[href]', {
      element(link) {
        const href = toViewHref(customerId, link.getAttribute('href') ?? '')
        if (href === null) link.removeAttribute('href')
        else link.setAttribute('href', href)
      },
    })
    .transform(response)
}
