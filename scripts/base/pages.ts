/**
 * Texts of every shop. A page is a file in pages/, named as its address below /i/, in simple Markdown:
 * headings, lists, tables, links, and `{{block id="…"}}` for a text of BLOCKS.
 */
import { readdirSync } from 'node:fs'
import * as v from 'valibot'
import type { cmsBlock, cmsHierarchy, cmsPage } from '../../schema/content/pages/cms.table.ts'
import {
  CLAIM_NOTE,
  GUARANTEE_NOTE,
  RETURN_NOTE,
  RETURN_PROMISE,
} from '../../schema/platform/return-terms.ts'
import { CELL_NUMBER, readText } from '../load/data-file.ts'

/** Chapters of the texts: each is a menu beside its pages. */
const CHAPTERS = ['Buying', 'Treadline', 'Legal']

const FRONT_MATTER = v.object({
  /** The key of the page in every shop's database; it never changes. */
  id: CELL_NUMBER,
  title: v.pipe(v.string(), v.nonEmpty()),
  /** For search engines. */
  description: v.pipe(v.string(), v.nonEmpty()),
  /** Day of the last change. */
  updated: v.pipe(
    v.string(),
    v.isoDate(),
    v.transform((day) => Date.parse(`${day}T12:00:00Z`)),
  ),
  chapter: v.picklist(CHAPTERS),
  /** Position in the chapter, from 1. */
  position: CELL_NUMBER,
  /** Label of its link in the footer (schema/platform/site-links.ts); without it there is no link. */
  footer: v.optional(v.string()),
})

const FOLDER = new URL('pages/', import.meta.url)
export const TEXT_PAGES = readdirSync(FOLDER)
  .map((file) => ({
    identifier: file.replace(/\.md$/, ''),
    ...readText(new URL(file, FOLDER), FRONT_MATTER),
  }))
  .sort((a, b) => a.id - b.id)

export const CMS_PAGE_ROWS: (typeof cmsPage.$inferInsert)[] = TEXT_PAGES.map((page) => ({
  id: page.id,
  identifier: page.identifier,
  title: page.title,
  metaDescription: page.description,
  content: page.content,
  isActive: true,
  updatedAt: page.updated,
}))

const BLOCKS: [identifier: string, title: string, content: string][] = [
  [
    'promise-shipping',
    'Free shipping',
    'Free shipping to 48 states. Order before 1 p.m. CST and it ships the same day.',
  ],
  ['promise-returns', RETURN_PROMISE, `${RETURN_NOTE} ${GUARANTEE_NOTE} ${CLAIM_NOTE}`],
  ['promise-inspection', 'Inspected twice', 'Two inspection layers and a one-year warranty for used tires.'],
  ['promise-age', 'No tires made before 2011', 'Every tire shows the week and year it was made.'],
  ['newsletter', 'Newsletter', '10% off your first order.'],
  [
    'ask',
    'Questions',
    'Questions? Call [312-555-0142](tel:+13125550142) or come by: [how to reach us](/contacts/).',
  ],
  ['no-delivery', 'Where we don’t deliver', 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada'],
]

export const CMS_BLOCK_ROWS: (typeof cmsBlock.$inferInsert)[] = BLOCKS.map(
  ([identifier, title, content], index) => ({
    id: index + 1,
    identifier,
    title,
    content,
    isActive: true,
  }),
)

export const CMS_HIERARCHY_ROWS: (typeof cmsHierarchy.$inferInsert)[] = CHAPTERS.flatMap(
  (label, position) => {
    const parentId = (position + 1) * 100
    const chapter = { identifier: `footer-${position + 1}`, parentId: null, pageId: null }
    const pages = TEXT_PAGES.filter((page) => page.chapter === label).sort((a, b) => a.position - b.position)
    return [
      { id: parentId, ...chapter, label, level: 1, position },
      ...pages.map(({ id, identifier, title }, index) => ({
        id: parentId + index + 1,
        identifier,
        parentId,
        pageId: id,
        label: title,
        level: 2,
        position: index,
      })),
    ]
  },
)
