/** A content page as a route describes it. The layout (worker/layout) adds header, footer and the rest of the document. */
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { ReactNode } from 'react'
import type { Crumb } from '../../../client/platform/ui/breadcrumbs.tsx'
import type { LinkSection } from '../../../schema/platform/site-links.ts'
import type { AppEnv } from '../../env.ts'

export interface ContentPage {
  /** Without the shop's name, which the layout adds except on the home page. */
  title: string
  description: string
  /** Path of the canonical address; `null` for pages that search engines must not index (errors). */
  canonical: string | null
  body: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** Additional elements of the head: JSON-LD, a picture to preload. */
  head?: ReactNode
  /** Path of the picture for link previews; not an SVG. */
  image?: string
  status?: StatusCode
  layout?: 'default' | 'minimal'
  /** The section that is marked in the header. */
  section?: LinkSection
  /** Kind of page in an attribute of the document, for styles and islands: `home`, `listing`, `product`, `not-found` … */
  kind?: string
  /** A script that replaces the shop's own script, with the origins that it needs. */
  otherScript?: { element: ReactNode; origins: readonly string[] }
}

/** Renders the document of a page; worker/layout/document.tsx sets it in the context. */
export type PageLayout = (c: Context<AppEnv>, page: ContentPage) => Promise<Response>

/** Responds with a content page. The route decides whether the page may be cached (worker/platform/cache/page-cache.ts). */
export function contentPage(c: Context<AppEnv>, page: ContentPage): Promise<Response> {
  return c.get('layout')(c, page)
}
