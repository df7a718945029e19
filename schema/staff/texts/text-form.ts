/** The forms of a text: its words, a preview of them, a new one, or going back to a former version (H14l). */
import * as v from 'valibot'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import { MAX_DESCRIPTION, TEXT_ID } from './text-record.ts'

/** Longer ones are refused by the record, with what was typed. */
const typed = v.optional(v.string(), '')
const OF_TEXT = { id: TEXT_ID, version: FORM_VERSION, key: CHANGE_KEY }

export const TEXT_FORM = v.variant('action', [
  v.object({
    action: v.picklist(['save', 'preview']),
    ...OF_TEXT,
    title: typed,
    metaDescription: typed,
    content: typed,
    isActive: typed,
  }),
  v.object({ action: v.literal('back'), ...OF_TEXT, to: FORM_VERSION }),
])
export type TextForm = v.InferOutput<typeof TEXT_FORM>
export type TextFields = Pick<
  Extract<TextForm, { action: 'save' | 'preview' }>,
  'title' | 'metaDescription' | 'content' | 'isActive'
>

export const TEXT_MESSAGES = {
  title: 'Enter a title of up to 120 characters.',
  metaDescription: `Describe the page in up to ${MAX_DESCRIPTION} characters.`,
  content: 'Write the text, in up to 30,000 characters.',
  address: 'Use lowercase letters, digits and hyphens, such as winter-tires.',
  taken: 'There’s a text with this name. Change that one, or use another name.',
  saved: 'Saved. The shop shows it now.',
  unchanged: 'Nothing was different, so nothing was changed.',
  back: 'The former version is back.',
  wrong: 'Some fields need another look.',
  changed:
    'Someone changed this while you had the page open. Compare their text with yours, then save again.',
} as const
