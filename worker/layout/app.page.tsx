/**
 * The app's pages (cart, checkout, thank-you): a TanStack Router tree inside the shop's document, streamed by
 * @hono/react-renderer, hydrated in `#app` alone, rendered for one shopper and never cached.
 *
 * The router's own scripts stand at the end of the body, outside of what is hydrated: they remove themselves, and
 * React never sees them. Ids made by `useId` would differ between this document and the root in the browser, so the
 * app's screens name their elements themselves.
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
import type { PageLoaders } from '../../client/app/page-loaders.ts'
import { type AppRouteData, DEFAULT_ROUTE_DATA } from '../../client/app/route-data.ts'
import { createAppRouter } from '../../client/app/router.tsx'
import { ToastRegion } from '../../client/platform/ui/toast-region.tsx'
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
import { readSignInView } from '../identity/sign-in/read-sign-in.ts'
import { readThankYou } from '../orders/read-order.ts'
import { takeFlashState } from '../platform/forms/flash-cookie.ts'
import { type ClientAssets, clientAssets } from '../platform/http/client-assets.ts'
import { outageOf } from '../platform/outbound/outage.ts'
import { DocumentHead } from '../platform/page/document-head.tsx'
import { outagePage } from '../platform/page/errors.tsx'
import { appPolicy, permissions, scriptOrigins } from '../platform/security/content-policy.ts'
import { describeError, redact } from '../platform/security/log-redaction.ts'
import { Footer, MinimalFooter } from './footer.tsx'
import { Header, MinimalHeader } from './header.tsx'

/** Buttons that no form answers wait for React; what was pressed until then is noted (client/platform/islands/early-presses.ts). */
const NOTE_EARLY_PRESSES =
  "earlyPresses=[];addEventListener('click',e=>{if(e.target.closest('#app [type=button]')&&!e.target.closest('[data-awake]'))earlyPresses.push(e)},true)"

/** Pages of one customer: a guest is asked to sign in first and then comes back. */
export async function accountPage(c: Context<AppEnv>): Promise<Response> {
  if (await getCurrentCustomer(c)) return appPage(c)
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(`${paths.login}?back=${encodeURIComponent(pathname + search)}`, 303)
}

/** Answers any page of the app. */
export async function appPage(c: Context<AppEnv>): Promise<Response> {
  const nonce = newNonce()
  c.set('nonce', nonce)
  const config = c.get('config')
  const assets = await clientAssets(c.env)
  const handle = createRequestHandler({
    request: c.req.raw,
    createRouter: () => createAppRouter({ nonce, context: { reads: serverReads(c) } }),
  })
  const response = await handle(async ({ router, responseHeaders }) => {
    const renderer = reactRenderer(undefined, {
      stream: { 'Content-Type': 'text/html; charset=utf-8' },
      readableStreamOptions: {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => console.error('app', redact(c.req.path), describeError(error)),
      },
    })
    await renderer(c, async () => {})
    const page = await c.render(
      <AppDocument
        router={router}
        assets={assets}
        nonce={nonce}
        siteUrl={config.siteUrl}
        origins={scriptOrigins(config, c.req.path)}
      />,
    )
    if (!page.body) throw new Error('the renderer gave no body')
    const body = transformReadableStreamWithRouter(router, page.body, { rendererSafePoint: 'script-close' })
    const answer = new Response(body, { status: getSsrStatus(router), headers: page.headers })
    responseHeaders.forEach((value, name) => {
      if (name !== 'content-type') answer.headers.append(name, value)
    })
    // Without this wrapper the handler takes the stream for finished and cuts it off.
    return createSsrStreamResponse(router, answer)
  })
  const outage = c.get('outage')
  if (outage) {
    await response.body?.cancel()
    c.header('Retry-After', String(RETRY_AFTER_SECONDS[outage]))
    return outagePage(c, outage)
  }
  const answer = new Response(response.body, response)
  const { enforced, reportOnly } = appPolicy(nonce, config, c.req.path)
  answer.headers.set('Content-Security-Policy', enforced)
  if (reportOnly) answer.headers.set('Content-Security-Policy-Report-Only', reportOnly)
  answer.headers.set('Permissions-Policy', permissions(config.card))
  answer.headers.set('Cache-Control', 'private, no-store')
  return answer
}

/** The reads of the screens, in this process. A failure is logged; the browser gets one word. */
function serverReads(c: Context<AppEnv>): PageLoaders {
  const quoteId = readCartIdCookie(c)
  const now = Date.now()
  const logged = <T,>(work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      console.error('app', redact(c.req.path), describeError(error))
      const outage = await outageOf(error, c.env.DB)
      if (outage) c.set('outage', outage)
      throw new Error('unreadable')
    })
  const readCheckout = async () => {
    const [shown, customer] = await Promise.all([resolveBrowserCart(c), getCurrentCustomer(c)])
    return readCheckoutView(c.env, shown, now, customer?.customerId ?? null)
  }
  return {
    cart: () => logged(resolveBrowserCart(c).then((shown) => readCartView(c.env, shown, now))),
    checkout: () => logged(readCheckout()),
    thankYou: () => logged(quoteId === null ? Promise.resolve(null) : thanks(c, quoteId, now)),
    signIn: () => logged(readSignInView(c)),
    account: (name, query = {}) => logged(readAccountPage(c, name, query)),
  }
}

/** A process that ended right after the order left what was wanted with it undone. */
async function thanks(c: Context<AppEnv>, quoteId: string, now: number) {
  await createAccountFromOrder(c, quoteId)
  const customerId = (await getCurrentCustomer(c))?.customerId ?? null
  const view = await readThankYou(c.env, c.get('config').cartSecret, quoteId, now, customerId)
  return view && { ...view, notice: takeFlashState(c) }
}

function AppDocument({
  router,
  assets,
  nonce,
  siteUrl,
  origins,
}: {
  router: AnyRouter
  assets: ClientAssets
  nonce: string
  siteUrl: string
  origins: readonly string[]
}) {
  const data = routeDataOf(router)
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
          head: (
            <>
              <meta property="csp-nonce" nonce={nonce} />
              {/* The document is whole without them: style and fonts go first, on a phone a second sooner. */}
              {assets.preloads.map((href) => (
                <link key={href} rel="modulepreload" href={href} nonce={nonce} fetchPriority="low" />
              ))}
            </>
          ),
        }}
      />
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: NOTE_EARLY_PRESSES }} />
        <a className="skip" href="#main">
          Skip to content
        </a>
        {minimal ? <MinimalHeader /> : <Header />}
        <main id="main" tabIndex={-1}>
          <div id="app">
            <RouterServer router={router} />
          </div>
        </main>
        {minimal ? <MinimalFooter /> : <Footer />}
        <ToastRegion />
        <script type="module" src={assets.appJs} nonce={nonce} fetchPriority="low" />
        {minimal ? null : <script type="module" src={assets.pagesJs} nonce={nonce} />}
        <RouterContextProvider router={router}>
          <Scripts />
        </RouterContextProvider>
      </body>
    </html>
  )
}

/** What the innermost matched route says about its document. */
function routeDataOf(router: AnyRouter): AppRouteData {
  const match = router.stores.matches.get().at(-1)
  return { ...DEFAULT_ROUTE_DATA, ...(match?.staticData as Partial<AppRouteData> | undefined) }
}

function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
