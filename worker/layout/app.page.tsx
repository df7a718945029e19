/**
 * The app's pages (cart, checkout, account): a TanStack Router tree inside the shop's document, streamed by
 * @hono/react-renderer and hydrated only in `#app`. They are rendered for one shopper and never cached.
 *
 * The router's own scripts are at the end of the body, outside the hydrated element, because they remove themselves.
 * Ids of `useId` would differ between this document and the root in the browser, so the app's screens define the ids of
 * their elements themselves.
 */
import { reactRenderer } from '@hono/react-renderer'
import { type AnyRouter, RouterContextProvider, Scripts } from '@tanstack/react-router'
import {
  createRequestHandler,
  createSsrStreamResponse,
  getSsrStatus,
  RouterServer,
  transformReadableStreamWithRouter,
} from '@tanstack/react-router/ssr/server'
import type { Context } from 'hono'
import type { ReactNode } from 'react'
import type { PageLoaders } from '../../client/app/page-loaders.ts'
import { type AppRouteData, DEFAULT_ROUTE_DATA } from '../../client/app/route-data.ts'
import { createAppRouter } from '../../client/app/router.tsx'
import { ToastRegion } from '../../client/platform/ui/toast-region.tsx'
import type { CartView } from '../../schema/cart/cart.api.ts'
import { paths } from '../../schema/paths.ts'
import { RETRY_AFTER_SECONDS } from '../../schema/platform/outbound/outage.ts'
import { readAccountPage } from '../account/read-account.ts'
import { readCartIdCookie } from '../cart/cart-cookie.ts'
import { resolveBrowserCart } from '../cart/customer-cart.ts'
import { readCartView } from '../cart/read-cart.ts'
import { createAccountFromOrder } from '../checkout/account-from-order.ts'
import { readCheckoutView } from '../checkout/read-checkout.ts'
import type { AppEnv } from '../env.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { readSignInView } from '../identity/sign-in/read-sign-in-view.ts'
import { readThankYou } from '../orders/status/read-thank-you.ts'
import { consumeFlashState } from '../platform/forms/flash-cookie.ts'
import { type ClientAssets, clientAssets } from '../platform/http/client-assets.ts'
import { findOutage } from '../platform/outbound/outage.ts'
import { DocumentHead } from '../platform/page/document-head.tsx'
import { outagePage } from '../platform/page/errors.tsx'
import { appPolicy, permissions, scriptOrigins } from '../platform/security/content-policy.ts'
import { describeError, redact } from '../platform/security/log-redaction.ts'
import { Footer, MinimalFooter } from './footer.tsx'
import { Header, MinimalHeader } from './header.tsx'
import { readMoreInSize } from './more-in-size.tsx'

/**
 * Records clicks on buttons without a form until React has hydrated the page (client/platform/islands/early-presses.ts
 * repeats them).
 */
const RECORD_EARLY_CLICKS =
  "earlyPresses=[];addEventListener('click',e=>{if(e.target.closest('#app [type=button]')&&!e.target.closest('[data-awake]'))earlyPresses.push(e)},true)"

/** Responds with a page of the account; redirects a guest to the sign-in, which leads back to the page. */
export async function accountPage(c: Context<AppEnv>): Promise<Response> {
  if (await getCurrentCustomer(c)) return appPage(c)
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(`${paths.login}?back=${encodeURIComponent(pathname + search)}`, 303)
}

/** Responds with any page of the app. */
export async function appPage(c: Context<AppEnv>): Promise<Response> {
  const nonce = newNonce()
  c.set('nonce', nonce)
  const config = c.get('config')
  const assets = await clientAssets(c.env)
  const handle = createRequestHandler({
    request: c.req.raw,
    createRouter: () => createAppRouter({ nonce, context: { loaders: serverReads(c) } }),
  })
  const response = await handle(async ({ router, responseHeaders }) => {
    const renderer = reactRenderer(undefined, {
      stream: { 'Content-Type': 'text/html; charset=utf-8' },
      readableStreamOptions: {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) =>
          console.error('rendering a page of the app failed', redact(c.req.path), describeError(error)),
      },
    })
    await renderer(c, async () => {})
    const cart = readLoadedCart(router)
    const page = await c.render(
      <AppDocument
        router={router}
        assets={assets}
        nonce={nonce}
        more={cart && (await readMoreInSize(c, cart, Date.now()))}
        siteUrl={config.siteUrl}
        origins={scriptOrigins(config, c.req.path)}
      />,
    )
    if (!page.body) throw new Error('the renderer returned no body')
    const body = transformReadableStreamWithRouter(router, page.body, { rendererSafePoint: 'script-close' })
    const streamed = new Response(body, { status: getSsrStatus(router), headers: page.headers })
    responseHeaders.forEach((value, name) => {
      if (name !== 'content-type') streamed.headers.append(name, value)
    })
    // Without this wrapper the handler treats the stream as finished and truncates it.
    return createSsrStreamResponse(router, streamed)
  })
  const outage = c.get('outage')
  if (outage) {
    await response.body?.cancel()
    c.header('Retry-After', String(RETRY_AFTER_SECONDS[outage]))
    return outagePage(c, outage)
  }
  const final = new Response(response.body, response)
  const { enforced, reportOnly } = appPolicy(nonce, config, c.req.path)
  final.headers.set('Content-Security-Policy', enforced)
  if (reportOnly) final.headers.set('Content-Security-Policy-Report-Only', reportOnly)
  final.headers.set('Permissions-Policy', permissions(config.card))
  final.headers.set('Cache-Control', 'private, no-store')
  return final
}

/** Returns the loaders of the screens, which read in this process. A failure is logged; the browser receives no details. */
function serverReads(c: Context<AppEnv>): PageLoaders {
  const quoteId = readCartIdCookie(c)
  const now = Date.now()
  const withLog = <T,>(work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      console.error('loading a screen of the app failed', redact(c.req.path), describeError(error))
      const outage = await findOutage(error, c.env.DB)
      if (outage) c.set('outage', outage)
      throw new Error('unreadable')
    })
  const readCheckout = async () => {
    const [cart, customer] = await Promise.all([resolveBrowserCart(c), getCurrentCustomer(c)])
    return readCheckoutView(c.env, cart, now, customer?.customerId ?? null)
  }
  return {
    cart: () => withLog(resolveBrowserCart(c).then((cart) => readCartView(c.env, cart, now))),
    checkout: () => withLog(readCheckout()),
    thankYou: () => withLog(quoteId === null ? Promise.resolve(null) : readThankYouPage(c, quoteId, now)),
    signIn: () => withLog(readSignInView(c)),
    account: (name, query = {}) => withLog(readAccountPage(c, name, query)),
  }
}

/**
 * Reads the thank-you page. First creates the account that the shopper requested with the order, in case the process
 * ended right after the order.
 */
async function readThankYouPage(c: Context<AppEnv>, quoteId: string, now: number) {
  await createAccountFromOrder(c, quoteId)
  const customerId = (await getCurrentCustomer(c))?.customerId ?? null
  const view = await readThankYou(c.env, c.get('config').cartSecret, quoteId, now, customerId)
  return view && { ...view, notice: consumeFlashState(c) }
}

function AppDocument({
  router,
  assets,
  nonce,
  more,
  siteUrl,
  origins,
}: {
  router: AnyRouter
  assets: ClientAssets
  nonce: string
  /** Content below the screen that needs no hydration. */
  more: ReactNode
  siteUrl: string
  origins: readonly string[]
}) {
  const data = readRouteData(router)
  const minimal = data.layout === 'minimal'
  return (
    <html lang="en" data-page={data.kind}>
      <DocumentHead
        siteUrl={siteUrl}
        assets={assets}
        origins={origins}
        page={{
          title: data.title,
          description: data.title,
          canonical: data.canonical,
          kind: data.kind,
          head: <meta property="csp-nonce" nonce={nonce} />,
        }}
      />
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: RECORD_EARLY_CLICKS }} />
        <a className="skip" href="#main">
          Skip to content
        </a>
        {minimal ? <MinimalHeader /> : <Header />}
        <main id="main" tabIndex={-1}>
          <div id="app">
            <RouterServer router={router} />
          </div>
          {more}
        </main>
        {minimal ? <MinimalFooter /> : <Footer />}
        <ToastRegion />
        <script type="module" src={assets.appJs} nonce={nonce} fetchPriority="low" />
        {minimal ? null : <script type="module" src={assets.pagesJs} nonce={nonce} fetchPriority="low" />}
        <RouterContextProvider router={router}>
          <Scripts />
        </RouterContextProvider>
      </body>
    </html>
  )
}

/** Returns the cart of the cart page; `null` on other pages and after a failure. */
function readLoadedCart(router: AnyRouter): CartView | null {
  const match = router.stores.matches.get().at(-1)
  return match?.routeId === '/cart' ? ((match.loaderData as CartView | undefined) ?? null) : null
}

/** Returns the document data of the innermost matched route, completed with the defaults. */
function readRouteData(router: AnyRouter): AppRouteData {
  const match = router.stores.matches.get().at(-1)
  return { ...DEFAULT_ROUTE_DATA, ...(match?.staticData as Partial<AppRouteData> | undefined) }
}

function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
