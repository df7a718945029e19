/**
 * The document of every content page: head, header, main, footer. It is the same for everybody, so it holds nothing
 * personal and no executable inline script (design.md §3).
 */
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { ReactNode } from 'react'
import { MiniCartSlot } from '../../client/cart/mini-cart-slot.tsx'
import { Breadcrumbs, type Crumb } from '../../client/platform/ui/breadcrumbs.tsx'
import { ToastRegion } from '../../client/platform/ui/toast-region.tsx'
import {
  type ThirdPartyScript,
  thirdPartyScriptOrigins,
} from '../../schema/platform/analytics/third-party-script.ts'
import { SCRIPT_ORIGINS_META } from '../../schema/platform/trusted-types.ts'
import { CompareBar } from '../catalog/compare/compare-bar.tsx'
import { breadcrumbData, StructuredData } from '../catalog/seo/structured-data.tsx'
import type { AppEnv } from '../env.ts'
import { CachedMarkup } from '../platform/cache/cached-markup.tsx'
import { type ClientAssets, clientAssets } from '../platform/http/client-assets.ts'
import { renderPageBytes } from '../platform/page/render-html.ts'
import { SPECULATION_RULES_PATH } from '../platform/page/speculation-rules.ts'
import { isSecretAddress } from '../platform/security/secret-address.ts'
import { Footer, MinimalFooter } from './footer.tsx'
import { Header, MinimalHeader } from './header.tsx'
import type { Section } from './site-links.ts'

export interface ContentPage {
  /** Without the shop's name; that is added, except on the home page. */
  title: string
  description: string
  /** Path of the one address that search engines should keep; `null` for pages that have none (errors). */
  canonical: string | null
  body: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** More for the head: JSON-LD, a picture to preload. */
  head?: ReactNode
  /** Path of the picture that stands for the page where it is shared; no SVG. */
  image?: string
  status?: StatusCode
  layout?: 'default' | 'minimal'
  /** Marks the current section in the header. */
  section?: Section
  /** Stands on the document for styles and islands: `home`, `listing`, `product`, `not-found` … */
  kind?: string
}

/** What every document's head has, the app's included. `siteUrl` has no slash at its end. */
export function DocumentHead({
  page,
  assets,
  siteUrl,
  origins,
}: {
  page: Pick<ContentPage, 'title' | 'description' | 'canonical' | 'head' | 'image' | 'kind'>
  assets: ClientAssets
  siteUrl: string
  /** Of scripts of others that the page may load (client/platform/trusted-types.ts). */
  origins: readonly string[]
}) {
  const title = page.kind === 'home' ? page.title : `${page.title} | Treadline`
  const address = page.canonical === null ? null : `${siteUrl}${page.canonical}`
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={page.description} />
      {address ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
      {assets.fonts.map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/180.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta name="theme-color" content="#f6f5f0" />
      {origins.length > 0 ? <meta name={SCRIPT_ORIGINS_META} content={origins.join(' ')} /> : null}
      <meta property="og:site_name" content="Treadline" />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:type" content={page.kind === 'product' ? 'product' : 'website'} />
      {address ? <meta property="og:url" content={address} /> : null}
      {page.image ? <meta property="og:image" content={`${siteUrl}${page.image}`} /> : null}
      <link rel="stylesheet" href={assets.css} />
      {page.head}
    </head>
  )
}

export function PageDocument({
  page,
  assets,
  siteUrl,
  outside = [],
}: {
  page: ContentPage
  assets: ClientAssets
  siteUrl: string
  /** Scripts of others that the page may load after consent (client/content/analytics/consent.ts). */
  outside?: readonly ThirdPartyScript[]
}) {
  const minimal = page.layout === 'minimal'
  return (
    <html lang="en" data-page={page.kind}>
      <DocumentHead
        page={page}
        assets={assets}
        siteUrl={siteUrl}
        origins={thirdPartyScriptOrigins(outside)}
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
              { keep: `header ${page.section ?? ''}`, render: () => <Header section={page.section} /> },
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
          <CachedMarkup pieces={[{ keep: 'footer', render: () => <Footer /> }]} />
        )}
        {minimal ? null : <CachedMarkup pieces={[{ keep: 'compare-bar', render: () => <CompareBar /> }]} />}
        <ToastRegion />
        {minimal ? null : <MiniCartSlot />}
        <script
          type="module"
          src={assets.pagesJs}
          data-outside={outside.length > 0 ? JSON.stringify(outside) : undefined}
        />
      </body>
    </html>
  )
}

/** Answers a content page. Whether it may be kept is the route's to say (worker/platform/cache/page-cache.ts). */
export async function contentPage(c: Context<AppEnv>, page: ContentPage): Promise<Response> {
  const assets = await clientAssets(c.env)
  const { siteUrl, outsideScripts } = c.get('config')
  // Scripts of others would read the address.
  const outside = isSecretAddress(c.req.url) ? [] : outsideScripts
  const document = <PageDocument page={page} assets={assets} siteUrl={siteUrl} outside={outside} />
  c.status(page.status ?? 200)
  c.header('Speculation-Rules', `"${SPECULATION_RULES_PATH}"`)
  c.header('Content-Type', 'text/html; charset=utf-8')
  return c.body(renderPageBytes(document))
}
