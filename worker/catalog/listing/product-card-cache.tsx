/**
 * Caches the markup of products in lists in this isolate's memory: cards, and rows of a table of sizes. A new list
 * reuses the cards of earlier lists and reads only the missing ones from D1.
 *
 * A card is valid as long as a cached page: it belongs to one version of the catalog, which includes the
 * delivery day, and becomes stale with a later stock event of its pool, or at the time when one of its prices
 * changes.
 */

import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { priceChangesAt } from '../../../schema/catalog/price/price.ts'
import type { AppEnv } from '../../env.ts'
import { type ChangeFeed, isFresh } from '../../platform/cache/change-feed.ts'
import { renderToHtml } from '../../platform/cache/fragment-cache.ts'
import { requestChangeFeed } from '../../platform/cache/request-change-feed.ts'
import { startDeferred } from '../../platform/page/deferred.tsx'
import { findOffersById } from '../product/product.sql.ts'
import { type CardProps, cardElement, VISIBLE_CARDS } from '../product/product-card.tsx'
import { sizeRowElement } from '../product/product-sizes.tsx'

/** Bytes of an isolate's 128 MB that cards may use. */
const CARD_BUDGET = 12 * 1024 * 1024
/** Bytes of an entry beside its markup. */
const ENTRY_BYTES = 400

/** The markup of a card and the stock pool that it shows. */
export interface CachedCard {
  html: string
  stockSku: string
}

interface Entry extends CachedCard {
  pools: readonly [string]
  bytes: number
  /** Id of the last stock event that the card includes. */
  at: number
  /** Time (ms) at which one of its prices may change. */
  until: number
}

/** How a list shows its products. */
const SHAPES = { card: cardElement, row: sizeRowElement } as const
type Shape = keyof typeof SHAPES

/** Cards by product id, and by shape and requested sets. */
type Cards = LRUCache<string | number, Entry>

const emptyCards = (): Cards => new LRUCache({ maxSize: CARD_BUDGET, sizeCalculation: ({ bytes }) => bytes })

/** Contains values only, no promises: if the platform stops a request, others must not wait for its read. */
let memory = { version: '', cards: emptyCards() }

/** The cards that a list needs: product ids in its order, and the sets that the cards show. */
export interface CardQuery {
  ids: readonly number[]
  sets?: readonly string[] | undefined
  shape?: Shape
  /** Whether the pictures of the first row load at once. */
  isFirst?: boolean
}

/**
 * Returns the markup of the cards of a list in its order, and notes their stock pools for the page cache; a promise
 * while some of the cards are read.
 */
export async function startCards(
  c: Context<AppEnv>,
  query: CardQuery,
  now: number,
): Promise<{ cards: string[] | Promise<string[]> }> {
  const use = (cards: readonly CachedCard[]) => {
    c.var.pageCache.tag(cards.map(({ stockSku }) => stockSku))
    return cards.map(({ html }, index) => (query.isFirst && index < VISIBLE_CARDS ? loadEagerly(html) : html))
  }
  const found = cardsById(c.env.DB, query, await requestChangeFeed(c), now)
  // In an object, because `await` would wait for the promise itself.
  return { cards: found instanceof Promise ? startDeferred(found.then(use)) : use(found) }
}

/**
 * Returns the cards in the order of `ids`, without unknown ids; a promise when some of them must be read. `state` must be
 * read before this call.
 */
export function cardsById(
  db: D1Database,
  { ids, sets = [], shape = 'card' }: CardQuery,
  state: ChangeFeed,
  now: number,
): CachedCard[] | Promise<CachedCard[]> {
  if (memory.version !== state.version) memory = { version: state.version, cards: emptyCards() }
  // While this request waits, another may replace `memory` for a new version; this one keeps its own cards.
  const { cards } = memory
  const form = [...(shape === 'card' ? [] : [shape]), ...sets].join()
  const found = new Map<number, CachedCard>()
  const missing: number[] = []
  for (const id of ids) {
    const key = keyOf(id, form)
    const entry = cards.get(key)
    if (entry && now < entry.until && isFresh(state, entry.at, entry.pools)) {
      found.set(id, entry)
    } else missing.push(id)
  }
  const inOrder = () => ids.flatMap((id) => found.get(id) ?? [])
  if (missing.length === 0) return inOrder()
  return findOffersById(db, missing).then((offers) => {
    for (const offer of offers) {
      const entry = renderEntry(SHAPES[shape]({ offer, now, sets }), { offer, now }, state.at)
      cards.set(keyOf(offer.product.id, form), entry)
      found.set(offer.product.id, entry)
    }
    return inOrder()
  })
}

function renderEntry(
  element: ReactElement | null,
  { offer: { product, variants }, now }: Pick<CardProps, 'offer' | 'now'>,
  at: number,
): Entry {
  const html = renderToHtml(element)
  const until = Math.min(...[product, ...variants].map((priced) => priceChangesAt(priced, now)))
  const { stockSku } = product
  return { html, stockSku, pools: [stockSku], bytes: estimateBytes(html), at, until }
}

/** Estimates the memory of a card: with any character outside ASCII the engine uses two bytes for each. */
function estimateBytes(html: string): number {
  return ENTRY_BYTES + (/[^ -~\n]/.test(html) ? 2 * html.length : html.length)
}

/** Most lists require no sets; their key is a number, which is faster to look up. */
function keyOf(id: number, form: string): string | number {
  return form === '' ? id : `${id} ${form}`
}

/** Makes the picture of a card load at once; cached cards load their pictures lazily. */
function loadEagerly(html: string): string {
  return html.replace(' loading="lazy"', ' loading="eager" fetchPriority="high"')
}
