/** /api/ext/cms-data (G4): one text by its number, or by its name and store. */
import * as v from 'valibot'

/** The shop has one store view. Clients also ask for 0, which means all of them. */
const STORE_IDS: ReadonlySet<string> = new Set(['0', '1'])

export function isStoreId(text: string): boolean {
  return STORE_IDS.has(text)
}

export const CMS_TYPES = ['Page', 'Block'] as const
export type CmsType = (typeof CMS_TYPES)[number]

/** As the platform of these clients says it. */
export function missingCmsMessage(type: CmsType, key: string): string {
  return `The CMS ${type.toLowerCase()} with the "${key}" ID doesn't exist.`
}

/** What is the same of a page and a block; a page has its description and its date beside it. */
export const CMS_REPLY = v.looseObject({
  id: v.number(),
  identifier: v.string(),
  title: v.string(),
  /** Markdown without HTML, blocks in their places. */
  content: v.string(),
  is_active: v.literal(true),
  store_id: v.array(v.number()),
  meta_description: v.optional(v.string()),
  update_time: v.optional(v.string()),
})
