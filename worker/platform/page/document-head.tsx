/** The head of every document, including the documents of the app. */
import { SCRIPT_ORIGINS_META } from '../../../schema/platform/trusted-types.ts'
import type { ClientAssets } from '../http/client-assets.ts'
import type { ContentPage } from './content-page.ts'

/** Renders the head of a document. `siteUrl` has no trailing slash. */
export function DocumentHead({
  page,
  assets,
  siteUrl,
  origins,
}: {
  page: Pick<ContentPage, 'title' | 'description' | 'canonical' | 'head' | 'image' | 'kind'>
  assets: ClientAssets
  siteUrl: string
  /** Origins of third-party scripts that the page may load (client/platform/trusted-types.ts). */
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
