/** A content page as a route describes it. The root of the Worker draws header, footer and the rest around it. */
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { ReactNode } from 'react'
import type { Crumb } from '../../../client/platform/ui/breadcrumbs.tsx'
import type { LinkSection } from '../../../schema/platform/site-links.ts'
import type { AppEnv } from '../../env.ts'

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
  section?: LinkSection
  /** Stands on the document for styles and islands: `home`, `listing`, `product`, `not-found` … */
  kind?: string
  /** In place of the shop's own script: another one with the origins that it needs. */
  otherScript?: { element: ReactNode; origins: readonly string[] }
}

/** Writes the document around a page; set in the context by worker/layout/document.tsx. */
export type PageLayout = (c: Context<AppEnv>, page: ContentPage) => Promise<Response>

/** Answers a content page. The route decides whether the page may be cached (worker/platform/cache/page-cache.ts). */
export function contentPage(c: Context<AppEnv>, page: ContentPage): Promise<Response> {
  return c.get('layout')(c, page)
}
