/** Texts of the shop at their fixed addresses and at /i/{slug} (spec §2): policies, delivery, about, stores. */
import type { Context } from 'hono'
import { Hono } from 'hono'
import Markdown from 'markdown-to-jsx/react'
import { paths } from '../../schema/paths.ts'
import { findCmsPage } from '../db/cms.ts'
import type { AppEnv } from '../env.ts'
import { contentPage } from './document.tsx'

/** Fixed address → identifier of its text. */
const FIXED: Record<string, string> = {
  [paths.about]: 'about-us',
  [paths.delivery]: 'delivery-information',
  [paths.privacyPolicy]: 'privacy-policy',
  [paths.terms]: 'terms-and-conditions',
  [paths.returns]: 'return-policy',
  [paths.auctionPolicy]: 'auction-policy',
  [paths.statePrivacyPolicy]: 'state-privacy-policy',
  [paths.cookieNotice]: 'cookie-notice',
}

const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' })

/** The page of a text; `null` when there is none, so that the caller can say so. */
export async function cmsPage(
  c: Context<AppEnv>,
  identifier: string,
  canonical: string,
): Promise<Response | null> {
  const page = await findCmsPage(c.env.DB, identifier)
  if (!page) return null
  const body = (
    <article className="wrap prose">
      <h1>{page.title}</h1>
      <Markdown options={{ disableParsingRawHTML: true, forceBlock: true }}>{page.content}</Markdown>
      <p className="prose-date">
        Last changed{' '}
        <time dateTime={new Date(page.updatedAt).toISOString()}>{LONG_DATE.format(page.updatedAt)}</time>
      </p>
    </article>
  )
  return contentPage(c, {
    title: page.title,
    description: page.metaDescription,
    canonical,
    body,
    kind: 'text',
  })
}

export const cmsPages = new Hono<AppEnv>()

for (const [path, identifier] of Object.entries(FIXED)) {
  cmsPages.get(path, async (c) => (await cmsPage(c, identifier, path)) ?? c.notFound())
}

cmsPages.get('/i/:slug', async (c) => {
  const slug = c.req.param('slug')
  return (await cmsPage(c, slug, `/i/${slug}`)) ?? c.notFound()
})
