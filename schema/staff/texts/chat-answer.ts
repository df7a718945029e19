/** Ready answers for conversations (H14m): blocks of texts whose name begins with `chat-`, with a place for the link of a unit. */

import { CHAT_MESSAGE_MAX } from '../../content/chat/chat.ts'
import { isLonger } from '../../platform/limits/text-length.ts'

/** The beginning of the names of blocks that are ready answers. */
export const ANSWER_PREFIX = 'chat-'
/** The place of the unit's link in an answer. */
const UNIT = /\{unit\}/g
/** The most names of units that are looked up. */
const MAX_NAMES = 20

/** Returns what may be the numbers of units in texts, the last one first. */
export function namedUnits(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => text.match(/\b[A-Z]{1,4}-?\d{3,10}\b/gi) ?? [])
  return [...new Set(names.map((name) => name.toUpperCase()).reverse())].slice(0, MAX_NAMES)
}

/** Returns the answer as a message; `null` when it needs a unit and there is none, or when it is too long for a message. */
export function fillAnswer(content: string, unitLink: string | null): string | null {
  const isMissing = content.search(UNIT) >= 0 && unitLink === null
  const text = content.replace(UNIT, () => unitLink ?? '').trim()
  return isMissing || isLonger(text, CHAT_MESSAGE_MAX) ? null : text
}

export const ANSWER_PROBLEM = 'This answer needs a unit that the shop has. Enter its number.'
