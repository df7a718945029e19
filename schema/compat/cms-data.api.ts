/** /api/ext/cms-data (G4): one text by its id, or by its identifier and store. */
import * as v from 'valibot'

/** The shop has one store view. Clients also send 0, which means all. */
const STORE_IDS: ReadonlySet<string> = new Set(['0', '1'])

export function isStoreId(text: string): boolean {
  return STORE_IDS.has(text)
}

export const CMS_TYPES = ['Page', 'Block'] as const
export type CmsType = (typeof CMS_TYPES)[number]

/** Returns the error message that clients of these calls know. */
export function missingCmsMessage(type: CmsType, key: string): string {
  return `The CMS ${type.toLowerCase()} with the "${key}" ID doesn't exist.`
}

/** Common fields of pages and blocks; a page also has a description and a date. */
export const CMS_REPLY = v.looseObject({
  id: v.number(),
  identifier: v.string(),
  title: v.string(),
  /** Markdown without HTML; includes are replaced by their blocks. */
  content: v.string(),
  is_active: v.literal(true),
  store_id: v.array(v.number()),
  meta_description: v.optional(v.string()),
  update_time: v.optional(v.string()),
})
