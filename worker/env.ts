/** What the platform hands to the Worker, and what every handler finds in its context. */
import type { PlatformLimitName } from '../schema/platform/limits/limits.ts'
import type { Outage } from '../schema/platform/outbound/outage.ts'
import type { CartObject } from './cart.object.ts'
import type { RebuildMessage } from './catalog/index/catalog.ts'
import type { Config } from './config.ts'
import type { ChatObject } from './content/chat/chat.object.ts'
import type { ChangeFeed } from './platform/cache/change-feed.ts'
import type { PageNotes } from './platform/cache/page-notes.ts'
import type { PageLayout } from './platform/page/content-page.ts'

/** A row of the outbox to be delivered; the row itself stays in D1 and is the truth. */
export interface OutboxMessage {
  outboxId: number
}

/** A product whose picture for link previews is wanted, by its sku. */
export interface PaintMessage {
  paint: string
}

export interface Env extends Record<PlatformLimitName, RateLimit> {
  DB: D1Database
  KV: KVNamespace
  PICTURES: R2Bucket
  CART: DurableObjectNamespace<CartObject>
  CHAT: DurableObjectNamespace<ChatObject>
  OUTBOX: Queue<OutboxMessage>
  REBUILD: Queue<RebuildMessage>
  PAINT: Queue<PaintMessage>
  /** As in `Config`, for what is answered before there is one (worker/platform/security/https-redirect.ts). */
  SITE_URL?: string
  /** Absent in worker-level tests, which serve no files. */
  ASSETS?: Fetcher
}

/** Whatever comes out of a queue. */
export type ShopMessage = OutboxMessage | RebuildMessage | PaintMessage

export interface AppEnv {
  Bindings: Env
  Variables: {
    config: Config
    /** Writes the shop's document around a content page. */
    layout: PageLayout
    /** What the route says of the page that it makes (worker/platform/cache/page-cache.ts). */
    pageCache: PageNotes
    /** The change feed as this request saw it first (request-change-feed.ts). */
    changeFeed?: ChangeFeed
    /** Nonce of this response's CSP; only on pages of the app, which are never cached. */
    nonce: string
    /** The whole address of a content page, whose route is given only the parameters that the page reads. */
    asked?: string
    /** What was away when a page of the app was read. */
    outage: Outage
  }
}

/** The bindings that a Durable Object of the shop uses: `Env` names the objects, so the objects cannot name `Env`. */
export interface ObjectBindings {
  DB: D1Database
  OUTBOX: Queue<OutboxMessage>
}
