/** The bindings that the platform gives to the Worker, and the variables in the context of every handler. */
import type { AskedList, TrackedCount } from '../schema/platform/analytics/analytics-event.ts'
import type { PlatformLimitName } from '../schema/platform/limits/limits.ts'
import type { Outage } from '../schema/platform/outbound/outage.ts'
import type { CartObject } from './cart.object.ts'
import type { RebuildMessage } from './catalog/index/catalog.ts'
import type { Config } from './config.ts'
import type { ChatObject } from './content/chat/chat.object.ts'
import type { MountingDayObject } from './orders/mounting/mounting-day.object.ts'
import type { PaymentOutcome } from './orders/payments/payment-outcome.ts'
import type { ChangeFeed } from './platform/cache/change-feed.ts'
import type { PageNotes } from './platform/cache/page-notes.ts'
import type { PageLayout } from './platform/page/content-page.ts'
import type { NewOrdersObject } from './staff/new-orders/new-orders.object.ts'

/** Requests the delivery of a row of the outbox; the row in D1 decides whether its mail is sent. */
export interface OutboxMessage {
  outboxId: number
}

/** Sends what is due to the address of a webhook (H14y); the rows in D1 decide what that is. */
export interface WebhookMessage {
  /** The id of the webhook. */
  webhook: string
}

/** Requests the link preview picture of a product. */
export interface PaintMessage {
  /** Sku of the product. */
  paint: string
}

/** Events of one beacon, to be added to the counts of the day. */
export interface EventsMessage {
  day: string
  events: TrackedCount[]
  /** Lists that were shown; absent in messages of releases before they were counted. */
  asked?: AskedList[]
}

/** Goes on with a change of many units (H14). It shares the queue of the index, so that neither runs beside the other. */
export interface BulkMessage {
  /** The id of the job. */
  bulk: number
}

/** Goes on with sending the parcels of a file with tracking numbers (H14o). */
export interface TrackingMessage {
  /** The id of the file. */
  tracking: number
  /** Parcels of it that were refused until now. */
  refused: number
}

/** The outcome of a call to a payment provider, to be added to the counts of its minute. */
export interface PaymentMessage {
  payment: PaymentOutcome
}

export interface Env extends Record<PlatformLimitName, RateLimit> {
  DB: D1Database
  KV: KVNamespace
  PICTURES: R2Bucket
  CART: DurableObjectNamespace<CartObject>
  CHAT: DurableObjectNamespace<ChatObject>
  MOUNTING: DurableObjectNamespace<MountingDayObject>
  NEW_ORDERS: DurableObjectNamespace<NewOrdersObject>
  OUTBOX: Queue<OutboxMessage | WebhookMessage>
  REBUILD: Queue<RebuildMessage | BulkMessage | TrackingMessage>
  PAINT: Queue<PaintMessage>
  COUNTS: Queue<EventsMessage | PaymentMessage>
  /** As in `Config`, for redirects before the configuration is read (https-redirect.ts). */
  SITE_URL?: string
  /** Data points; absent where nothing reads them. */
  METRICS?: AnalyticsEngineDataset
  /** The deployed version; absent in tests. */
  VERSION?: WorkerVersionMetadata
  /** Absent in worker-level tests, which serve no files. */
  ASSETS?: Fetcher
}

/** A message of any queue. */
export type ShopMessage =
  | OutboxMessage
  | WebhookMessage
  | RebuildMessage
  | BulkMessage
  | TrackingMessage
  | PaintMessage
  | EventsMessage
  | PaymentMessage

export interface AppEnv {
  Bindings: Env
  Variables: {
    config: Config
    /** Writes the HTML document of the shop around a content page. */
    layout: PageLayout
    /** What the route notes about its page for the page cache (worker/platform/cache/page-cache.ts). */
    pageCache: PageNotes
    /** The change feed as this request read it first (request-change-feed.ts). */
    changeFeed?: ChangeFeed
    /** Nonce of the Content-Security-Policy; only on pages of the app, which are never cached. */
    nonce: string
    /** The complete address of a content page, whose route receives only the parameters that it reads. */
    asked?: string
    /** Looks at a path as a visitor; only for pages of staff that check addresses (visitor-request.ts). */
    visit?: (path: string) => Promise<{ status: number; location: string | null }>
    /** The dependency that did not answer while a page of the app was read. */
    outage: Outage
  }
}

/** The bindings that a Durable Object uses. `Env` refers to the objects, so they cannot refer to `Env`. */
export interface ObjectBindings {
  DB: D1Database
  OUTBOX: Queue<OutboxMessage>
}
