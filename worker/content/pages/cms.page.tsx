/** Texts of the shop, such as policies, at fixed URLs and at /i/{slug}. */
import type { Context } from 'hono'
import { Hono } from 'hono'
import {
  type CmsHierarchyPosition,
  hierarchyPosition,
  includeBlocks,
  MISSING_TEXT,
} from '../../../schema/content/pages/cms.ts'
import { extractQuestions } from '../../../schema/content/pages/faq.ts'
import { CMS_PATHS, cmsHref, paths } from '../../../schema/paths.ts'
import { faqData, StructuredData } from '../../catalog/seo/structured-data.tsx'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { Markdown } from '../../platform/page/markdown.tsx'
import { redact } from '../../platform/security/log-redaction.ts'
import { type CmsText, findCmsText, TEXTS_TAG } from './cms.sql.ts'

const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' })

function Chapter({ position, current }: { position: CmsHierarchyPosition; current: string }) {
  const title = position.trail.at(-2)?.label ?? 'More'
  return (
    <nav className="text-menu" aria-labelledby="text-menu">
      <h2 className="t-18" id="text-menu">
        {title}
      </h2>
      <ul>
        {position.chapter.map(({ id, label, page }) => (
          <li key={id}>
            <a href={cmsHref(page ?? '')} aria-current={page === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Text({
  text: { page, blocks },
  position,
}: {
  text: CmsText
  position: CmsHierarchyPosition | null
}) {
  return (
    <div className="wrap text-page">
      <article className="prose">
        <h1>{page.title}</h1>
        <Markdown text={includeBlocks(page.content, blocks)} />
        <p className="prose-date">
          Last updated{' '}
          <time dateTime={new Date(page.updatedAt).toISOString()}>{LONG_DATE.format(page.updatedAt)}</time>
        </p>
      </article>
      {position && position.chapter.length > 1 ? (
        <Chapter position={position} current={page.identifier} />
      ) : null}
    </div>
  )
}

/** Renders the page of a text; not found for an unknown identifier. */
async function textPage(c: Context<AppEnv>, identifier: string): Promise<Response> {
  const text = await findCmsText(c.env.DB, identifier)
  if (!text) {
    console.warn(MISSING_TEXT, redact(identifier))
    return c.notFound()
  }
  c.get('pageCache').tag([TEXTS_TAG])
  const position = hierarchyPosition(text.hierarchy, identifier)
  const { title, metaDescription } = text.page
  const questions = extractQuestions(includeBlocks(text.page.content, text.blocks))
  return contentPage(c, {
    title,
    description: metaDescription,
    canonical: cmsHref(identifier),
    breadcrumbs: [
      { label: 'Home', href: paths.home },
      ...(position?.trail.slice(0, -1) ?? []).map(({ label, page }) =>
        page === null ? { label } : { label, href: cmsHref(page) },
      ),
      { label: title },
    ],
    ...(questions.length > 0 ? { head: <StructuredData data={faqData(questions)} /> } : {}),
    body: <Text text={text} position={position} />,
    kind: 'text',
  })
}

export const cmsPages = new Hono<AppEnv>()
for (const [identifier, path] of CMS_PATHS) cmsPages.get(path, (c) => textPage(c, identifier))
cmsPages.get('/i/:slug', async (c) => {
  const slug = c.req.param('slug')
  // Each text has one URL; a text with a fixed URL is redirected there.
  return CMS_PATHS.has(slug) ? c.redirect(cmsHref(slug), 301) : textPage(c, slug)
})
