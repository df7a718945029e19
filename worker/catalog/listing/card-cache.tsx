/**
 * The cards of lists as finished markup, in this isolate's memory. A list that nobody has asked for yet is then made
 * of cards that others have had, and D1 is asked for the missing ones only.
 *
 * A card is valid as long as a cached page: it belongs to one version of the catalog (which knows the day of delivery, too),
 * is stale once its pool has changed after the stock event up to which it is right, and when one of its prices changes
 * by the clock.
 */

import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { priceChangesAt } from '../../../schema/catalog/price/price.ts'
import type { AppEnv } from '../../env.ts'
import { type ChangeFeed, isFresh } from '../../platform/cache/change-feed.ts'
import { renderToHtml } from '../../platform/cache/fragment-cache.ts'
import { requestChangeFeed } from '../../platform/cache/request-change-feed.ts'
import { findOffersById } from '../product/product.sql.ts'
import { type CardProps, cardElement, IN_SIGHT } from '../product/product-card.tsx'

/** Of an isolate's 128 MB. */
const CARD_BUDGET = 12 * 1024 * 1024
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
}

/** By product id and the forms of sale that were asked for. */
type Cards = LRUCache<string | number, Entry>

const emptyCards = (): Cards => new LRUCache({ maxSize: CARD_BUDGET, sizeCalculation: ({ bytes }) => bytes })

/** Values only, never a promise: a request that is cut off would take along those that wait for its read. */
let memory = { version: '', cards: emptyCards() }

/** What a list asks for: product ids in its order, and the forms of sale that its cards are to show. */
export interface CardQuery {
  ids: readonly number[]
  sets?: readonly string[] | undefined
}

/** The cards of a list in its order, those of the first row with pictures that are not put off. */
export async function getCards(c: Context<AppEnv>, asked: CardQuery, now: number): Promise<CachedCard[]> {
  const cards = await cardsById(c.env.DB, asked, await requestChangeFeed(c), now)
  return cards.map((card, index) => (index < IN_SIGHT ? { ...card, html: inSight(card.html) } : card))
}

/** The cards in the order asked; unknown ids are left out. `state` is from before this call. */
export async function cardsById(
  db: D1Database,
  { ids, sets = [] }: CardQuery,
  state: ChangeFeed,
  now: number,
): Promise<CachedCard[]> {
  if (memory.version !== state.version) memory = { version: state.version, cards: emptyCards() }
  // A request that began before a new version came goes on with the cards of its own version.
  const mine = memory.cards
  const form = sets.join()
  const found = new Map<number, CachedCard>()
  const missing: number[] = []
  for (const id of ids) {
    const key = keyOf(id, form)
    const entry = mine.get(key)
    if (entry && now < entry.until && isFresh(state, entry.at, entry.pools)) {
      found.set(id, entry)
    } else missing.push(id)
  }
  if (missing.length > 0) {
    for (const offer of await findOffersById(db, missing)) {
      const entry = made({ offer, now, sets }, state.at)
      mine.set(keyOf(offer.product.id, form), entry)
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

/** Cached cards load their pictures late; a card in sight differs in this attribute alone. */
function inSight(html: string): string {
  return html.replace(' loading="lazy"', ' loading="eager" fetchPriority="high"')
}
