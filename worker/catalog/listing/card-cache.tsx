/**
 * The cards of lists as finished markup, in this isolate's memory. A list that nobody has asked for yet is then made
 * of cards that others have had, and D1 is asked for the missing ones only.
 *
 * A card is judged like a kept page: it belongs to one version of the catalog (which knows the day of delivery, too),
 * is stale once its pool has changed after the stock event up to which it is right, and when one of its prices changes
 * by the clock.
 */
import type { Context } from 'hono'
import { priceChangesAt } from '../../../schema/catalog/price/price.ts'
import type { AppEnv } from '../../env.ts'
import { type ChangeFeed, getChangeFeed, isFresh } from '../../platform/cache/change-feed.ts'
import { renderToHtml } from '../../platform/cache/fragment-cache.ts'
import { findOffersById } from '../product/product.sql.ts'
import { type CardProps, cardElement, IN_SIGHT } from '../product/product-card.tsx'

/** Of an isolate's 128 MB. */
export const CARD_BUDGET = 12 * 1024 * 1024
/** What an entry takes beside its text. */
const ENTRY_BYTES = 400

/** A card and the pool that it shows. */
export interface CachedCard {
  html: string
  stockSku: string
}

interface Entry extends CachedCard {
  pools: readonly [string]
  bytes: number
  /** Stock event up to which the card is right. */
  at: number
  /** Moment (ms) from which one of its prices may be another. */
  until: number
  /** Shown since it was last looked at for room. */
  used: boolean
}

interface Memory {
  version: string
  /** By product id and the forms of sale that were asked for. */
  cards: Map<string | number, Entry>
  bytes: number
}

/** Values only, never a promise: a request that is cut off would take those along that wait for its read. */
let memory: Memory = { version: '', cards: new Map(), bytes: 0 }

/** Number and bytes of the cards in memory. */
export function cardsInMemory(): { cards: number; bytes: number } {
  return { cards: memory.cards.size, bytes: memory.bytes }
}

/** What a list asks for: product ids in its order, and the forms of sale that its cards are to show. */
export interface CardQuery {
  ids: readonly number[]
  sets?: readonly string[] | undefined
}

/** The cards of a list in its order, those of the first row with pictures that are not put off. */
export async function getCards(c: Context<AppEnv>, asked: CardQuery, now: number): Promise<CachedCard[]> {
  const state = await getChangeFeed(c.env.DB, now, (work) => c.executionCtx.waitUntil(work))
  const cards = await cardsById(c.env.DB, asked, state, now)
  return cards.map((card, place) => (place < IN_SIGHT ? { ...card, html: inSight(card.html) } : card))
}

/** The cards in the order asked; unknown ids are left out. `state` is from before this call. */
export async function cardsById(
  db: D1Database,
  { ids, sets = [] }: CardQuery,
  state: ChangeFeed,
  now: number,
): Promise<CachedCard[]> {
  if (memory.version !== state.version) memory = { version: state.version, cards: new Map(), bytes: 0 }
  // A request that goes on after the next version has come writes into what is its own.
  const mine = memory
  const form = sets.join()
  const found = new Map<number, CachedCard>()
  const missing: number[] = []
  for (const id of ids) {
    const key = keyOf(id, form)
    const entry = mine.cards.get(key)
    if (entry && now < entry.until && isFresh(state, entry.at, entry.pools)) {
      entry.used = true
      found.set(id, entry)
    } else missing.push(id)
  }
  if (missing.length > 0) {
    for (const offer of await findOffersById(db, missing)) {
      const entry = made({ offer, now, sets }, state.at)
      keep(mine, keyOf(offer.product.id, form), entry)
      found.set(offer.product.id, entry)
    }
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}

function made(card: CardProps, at: number): Entry {
  const { now } = card
  const { product, variants } = card.offer
  const html = renderToHtml(cardElement(card))
  const until = Math.min(...[product, ...variants].map((one) => priceChangesAt(one, now)))
  return {
    html,
    stockSku: product.stockSku,
    pools: [product.stockSku],
    bytes: bytesOf(html),
    at,
    until,
    used: false,
  }
}

/** One letter that is not Latin and the engine gives all of them two bytes. */
function bytesOf(html: string): number {
  return ENTRY_BYTES + (/[^ -~\n]/.test(html) ? 2 * html.length : html.length)
}

/** Most lists ask for no form; a number is then the quicker key. */
function keyOf(id: number, form: string): string | number {
  return form === '' ? id : `${id} ${form}`
}

function keep(mine: Memory, key: string | number, entry: Entry): void {
  mine.bytes += entry.bytes - (mine.cards.get(key)?.bytes ?? 0)
  mine.cards.delete(key)
  mine.cards.set(key, entry)
  for (const [oldest, held] of mine.cards) {
    if (mine.bytes <= CARD_BUDGET) break
    mine.cards.delete(oldest)
    // A second chance for what was shown since: cheaper than keeping the order of last use with every card of a page.
    if (held.used && held !== entry) mine.cards.set(oldest, { ...held, used: false })
    else mine.bytes -= held.bytes
  }
}

/** Kept cards leave their pictures for later; these are the only words in which a card in sight differs. */
function inSight(html: string): string {
  return html.replace(' loading="lazy"', ' loading="eager" fetchPriority="high"')
}
