/** A text of the shop, a page or a block of pages, as a record that staff change (H14l). */
import * as v from 'valibot'
import { includedBlocks } from '../../content/pages/cms.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

/** The longest text, in characters. */
export const MAX_TEXT = 30_000
/** The longest description of a page for search engines. */
export const MAX_DESCRIPTION = 320

export type TextKind = 'page' | 'block'

/** `page/return-policy` or `block/ask`. */
export const TEXT_ID = v.pipe(
  v.string(),
  v.regex(/^[a-z]{4,5}\/[a-z0-9][\w.-]{0,56}$/),
  v.check((id) => id.startsWith('page/') || id.startsWith('block/')),
)

/** Returns the kind and the identifier that the id of a text has. */
export function parseTextId(id: string): { kind: TextKind; identifier: string } {
  const [kind, identifier = ''] = id.split('/')
  return { kind: kind === 'block' ? 'block' : 'page', identifier }
}

export interface TextValues {
  title: string
  /** For search engines; empty for a block. */
  metaDescription: string
  /** Markdown. HTML in it is shown as text. */
  content: string
  /** False for a text that the shop does not show. */
  isActive: boolean
  /** Milliseconds; the page shows it. 0 for a block. */
  updatedAt: number
}

export interface TextFacts {
  kind: TextKind
  /** The address of a page is fixed: the shop links to it on every page. */
  isFixed: boolean
  /** The identifiers of the blocks that the shop shows. */
  blocks: ReadonlySet<string>
  /** The titles of the texts that include this block. */
  usedBy: readonly string[]
}

/** Browsers send lines that end with CR LF; all else of a text is stored as it was typed. */
const CONTENT = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\r\n?/g, '\n')),
  v.check((text) => text.trim() !== ''),
  v.maxLength(MAX_TEXT),
)

export const TEXT_PATCH = v.partial(
  v.strictObject({
    title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
    metaDescription: v.pipe(v.string(), v.trim(), v.maxLength(MAX_DESCRIPTION)),
    content: CONTENT,
    isActive: v.boolean(),
  }),
)
export type TextPatch = v.InferOutput<typeof TEXT_PATCH>

/** A text that does not exist yet. */
export const NEW_TEXT: TextValues = {
  ...{ title: '', metaDescription: '', content: '', isActive: true, updatedAt: 0 },
}

/**
 * Evaluates a text: it has a title and words, a page that the shop links to stays, and so does a block that texts include. Going back
 * to a former version also brings its date back, so that the page is the same to the byte.
 */
export function evaluateText(
  before: TextValues,
  patch: TextPatch | Partial<TextValues>,
  { kind, isFixed, blocks, usedBy }: TextFacts,
  { actor, now, isUndo }: EvaluationContext,
): Evaluation<TextValues> {
  if (!actor.may('texts')) return { ok: false, problem: 'permission' }
  const after: TextValues = { ...before, ...(patch as Partial<TextValues>) }
  if (after.title === '') return { ok: false, problem: 'invalid', field: 'title' }
  if (after.content.trim() === '') return { ok: false, problem: 'invalid', field: 'content' }
  if (kind === 'page' && after.metaDescription === '')
    return { ok: false, problem: 'invalid', field: 'metaDescription' }
  if (!after.isActive && before.isActive && (isFixed || usedBy.length > 0))
    return { ok: false, problem: 'text-in-use', field: 'isActive' }
  // A form never sends the date: with it, this is a former version of the text.
  const isFormer = isUndo || 'updatedAt' in patch
  if (
    !isFormer &&
    patch.content !== undefined &&
    includedBlocks(after.content).some((block) => !blocks.has(block))
  )
    return { ok: false, problem: 'unknown-block', field: 'content' }
  const changed = changedFields(before, after)
  if (Object.keys(changed).length === 0 || kind === 'block' || isFormer) return { ok: true, after: changed }
  return { ok: true, after: { ...changed, updatedAt: now } }
}

/** A version of a text, from the audit log. */
export interface TextChange {
  version: number
  before: Readonly<Record<string, unknown>>
}

/**
 * Returns the values that a text had at `version`: those of today without the later changes, which are given the newest first.
 */
export function textAtVersion(today: TextValues, later: readonly TextChange[], version: number): TextValues {
  const changes = later.filter((change) => change.version > version)
  return Object.assign({}, today, ...changes.map(({ before }) => before)) as TextValues
}
