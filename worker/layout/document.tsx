/**
 * The document of every content page: head, header, main, footer. It is the same for all shoppers, so it contains no
 * personal data and no executable inline script.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { MiniCartSlot } from '../../client/cart/mini-cart-slot.tsx'
import { Breadcrumbs } from '../../client/platform/ui/breadcrumbs.tsx'
import { ToastRegion } from '../../client/platform/ui/toast-region.tsx'
import {
  type ThirdPartyScript,
  thirdPartyScriptOrigins,
} from '../../schema/platform/analytics/third-party-script.ts'
import { CompareBar } from '../catalog/compare/compare-bar.tsx'
import { breadcrumbData, StructuredData } from '../catalog/seo/structured-data.tsx'
import type { AppEnv } from '../env.ts'
import { CachedMarkup } from '../platform/cache/cached-markup.tsx'
import { type ClientAssets, clientAssets } from '../platform/http/client-assets.ts'
import { findOutage } from '../platform/outbound/outage.ts'
import type { ContentPage } from '../platform/page/content-page.ts'
import { renderRoot, sendInOrder, toByteStream } from '../platform/page/deferred.tsx'
import { DocumentHead } from '../platform/page/document-head.tsx'
import { FailedPart } from '../platform/page/errors.tsx'
import { SPECULATION_RULES_PATH } from '../platform/page/speculation-rules.ts'
import { describeError, redact } from '../platform/security/log-redaction.ts'
import { isSecretAddress } from '../platform/security/secret-address.ts'
import { Footer, MinimalFooter } from './footer.tsx'
import { Header, MinimalHeader } from './header.tsx'

export function PageDocument({
  page,
  assets,
  siteUrl,
  thirdParty = [],
}: {
  page: ContentPage
  assets: ClientAssets
  siteUrl: string
  /** Third-party scripts that the page may load after consent (client/content/analytics/consent.ts). */
  thirdParty?: readonly ThirdPartyScript[]
}) {
  const minimal = page.layout === 'minimal'
  return (
    <html lang="en" data-page={page.kind}>
      <DocumentHead
        page={page}
        assets={assets}
        siteUrl={siteUrl}
        origins={page.otherScript?.origins ?? thirdPartyScriptOrigins(thirdParty)}
      />
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {minimal ? (
          <MinimalHeader />
        ) : (
          <CachedMarkup
            pieces={[
              { key: `header ${page.section ?? ''}`, render: () => <Header section={page.section} /> },
            ]}
          />
        )}
        <main id="main" tabIndex={-1}>
          {page.breadcrumbs ? (
            <div className="wrap">
              <Breadcrumbs items={page.breadcrumbs} />
              {page.canonical === null ? null : (
                <StructuredData data={breadcrumbData(siteUrl, page.breadcrumbs)} />
              )}
            </div>
          ) : null}
          {page.body}
        </main>
        {minimal ? (
          <MinimalFooter />
        ) : (
          <CachedMarkup pieces={[{ key: 'footer', render: () => <Footer /> }]} />
        )}
        {minimal ? null : <CachedMarkup pieces={[{ key: 'compare-bar', render: () => <CompareBar /> }]} />}
        {page.otherScript ? (
          page.otherScript.element
        ) : (
          <ShopScript assets={assets} thirdParty={thirdParty} minimal={minimal} />
        )}
      </body>
    </html>
  )
}

/**
 * Renders the parts that the page needs for hydration: the region of notifications, the slot of the mini-cart, the
 * script.
 */
function ShopScript({
  assets,
  thirdParty,
  minimal,
}: {
  assets: ClientAssets
  thirdParty: readonly ThirdPartyScript[]
  minimal: boolean
}) {
  return (
    <>
      <ToastRegion />
      {minimal ? null : <MiniCartSlot />}
      <script
        type="module"
        src={assets.pagesJs}
        // The document works without it; styles, fonts and pictures load first.
        fetchPriority="low"
        data-outside={thirdParty.length > 0 ? JSON.stringify(thirdParty) : undefined}
      />
    </>
  )
}

/** Sets the layout with which the following routes render content pages. */
export function pageLayout(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('layout', renderDocument)
    await next()
  }
}

async function renderDocument(c: Context<AppEnv>, page: ContentPage): Promise<Response> {
  const assets = await clientAssets(c.env)
  const { siteUrl, outsideScripts } = c.get('config')
  // Third-party scripts could read the address.
  const thirdParty = isSecretAddress(c.req.url) ? [] : outsideScripts
  const document = <PageDocument page={page} assets={assets} siteUrl={siteUrl} thirdParty={thirdParty} />
  c.status(page.status ?? 200)
  if (!page.otherScript) c.header('Speculation-Rules', `"${SPECULATION_RULES_PATH}"`)
  c.header('Content-Type', 'text/html; charset=utf-8')
  c.header('Link', preloadLinks(assets))
  const {
    texts: [first = '', ...texts],
    parts,
  } = renderRoot(document)
  const begin = `<!DOCTYPE html>${first}`
  if (parts.length === 0) return c.body(begin)
  // During an outage a page whose data is missing should fail as a whole, with its own status.
  if (c.get('changeFeed')?.isOutage) await Promise.all(parts)
  const replaceFailedPart = async (error: unknown) => {
    c.var.pageCache.skip()
    console.error('A part of', redact(c.req.path), describeError(error))
    return <FailedPart outage={await findOutage(error, c.env.DB)} />
  }
  return c.body(toByteStream(sendInOrder({ texts: [begin, ...texts], parts }, replaceFailedPart)))
}

/** Returns the `Link` header, from which the platform sends early hints before the page. */
function preloadLinks({ css, fonts }: ClientAssets): string {
  const links = fonts.map((font) => `<${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  return [`<${css}>; rel=preload; as=style`, ...links].join(', ')
}
