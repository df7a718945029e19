/**
 * Reports the events of a page to the shop's counts and, with consent, to scripts that the operator configured
 * (docs/events.md). Loaded when the page is idle. Plain DOM.
 */
import { allowsAnalytics, allowsThirdPartyScripts } from '../../../schema/content/analytics/consent.ts'
import type { WebVitals } from '../../../schema/content/analytics/web-vitals.ts'
import {
  type AnalyticsEvent,
  type AskedList,
  MAX_EVENTS_PER_BATCH,
  MAX_LISTED_PRODUCTS,
  type TrackedCount,
  type TrackedProduct,
  toTrackedCounts,
} from '../../../schema/platform/analytics/analytics-event.ts'
import { parseDollars } from '../../../schema/platform/money.ts'
import { LISTING_UPDATED } from '../../catalog/listing/listing-updated.ts'
import {
  consumeDeferredEvents,
  deferEvent,
  type TimestampedEvent,
} from '../../platform/analytics/deferred-events.store.ts'
import { subscribeEvents, trackEvent } from '../../platform/analytics/events.store.ts'
import { readPrivacyPreferences } from './consent.store.ts'
import { orderAfterIdentify } from './event-order.store.ts'
import { measureWebVitals } from './web-vitals.ts'

type Listener = (event: TimestampedEvent) => void

declare global {
  interface Window {
    treadline?: { events: { subscribe(listener: Listener): () => void } }
  }
}

const EVENTS_PATH = '/api/ext/events'

const counted: (TrackedCount | AskedList)[] = []
const listeners = new Set<Listener>()

/** Returns the page's web vitals until they are sent; `null` while they are not measured. */
let readVitals: (() => WebVitals) | null = null

const isCounted = () => allowsAnalytics(readPrivacyPreferences())

/** Sends the counted events and once the web vitals by a beacon, which is sent even when the page is closed. */
function flush(): void {
  // The visitor may have refused after the page was loaded.
  if (!isCounted()) {
    counted.length = 0
    readVitals = null
  }
  while (counted[0] || readVitals) {
    const body = { events: counted.splice(0, MAX_EVENTS_PER_BATCH), vitals: readVitals?.() }
    readVitals = null
    navigator.sendBeacon(EVENTS_PATH, JSON.stringify(body))
  }
}

/** Events of this page and those deferred by the page before, for scripts that subscribe late. */
const published: TimestampedEvent[] = []
const MAX_PUBLISHED = 50

function publish(listener: Listener, event: TimestampedEvent): void {
  if (!allowsThirdPartyScripts(readPrivacyPreferences())) return
  try {
    listener(structuredClone(event))
  } catch (error) {
    console.error(error)
  }
}

/** The app's element; its pages contain no third-party scripts (docs/decisions.md). */
const findApp = () => document.getElementById('app')

function deliver(event: AnalyticsEvent): void {
  const timestamped: TimestampedEvent = { ...event, at: Date.now() }
  if (findApp()) {
    if (allowsThirdPartyScripts(readPrivacyPreferences())) deferEvent(timestamped)
    return
  }
  if (published.length < MAX_PUBLISHED) published.push(timestamped)
  for (const listener of listeners) publish(listener, timestamped)
}

/** Reads the name and price of a product from the page. */
function readProduct(sku: string, root: ParentNode, title: string, price: string): TrackedProduct {
  return {
    sku,
    name: root.querySelector(title)?.textContent?.trim() ?? '',
    price: parseDollars(root.querySelector(price)?.textContent?.trim() ?? ''),
  }
}

/** Tracks the view of a product or a list, read from the page. */
function trackView(): void {
  const { page } = document.documentElement.dataset
  const main = document.querySelector('main')
  if (page === 'product' && main) {
    // `/p/{parentSku}/{slug}[/{childSku}]`
    const [, , parent = '', , child = parent] = location.pathname.split('/')
    trackEvent({ kind: 'product', product: readProduct(decodeURIComponent(child), main, 'h1', '.price b') })
  }
  // A search without any result has no list.
  const results = document.querySelector('#results, .search-none')
  if (!results) return
  const path = location.pathname + location.search
  const cards = [...results.querySelectorAll<HTMLElement>('.card')].slice(0, MAX_LISTED_PRODUCTS)
  if (isCounted()) counted.push({ path, isEmpty: !cards[0] })
  if (!cards[0]) return
  const products = cards.map((card) =>
    readProduct(card.dataset.priceSku ?? '', card, '.card-title', '.price b'),
  )
  trackEvent({ kind: 'list', path, products })
}

let isListening = false

/** Starts the analytics of this page. */
export function initAnalytics(): void {
  // Two entries may call this function on one page.
  if (isListening) return
  isListening = true
  // Deferred events are removed from the storage even if no script subscribes.
  if (!findApp()) published.push(...consumeDeferredEvents())
  const pass = orderAfterIdentify(deliver, {
    now: Date.now,
    after: (ms, action) => void setTimeout(action, ms),
  })
  subscribeEvents((event) => {
    if (isCounted()) counted.push(...toTrackedCounts(event))
    pass(event)
  })
  window.treadline = {
    events: {
      subscribe(listener) {
        for (const event of published) publish(listener, event)
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
  if (isCounted()) readVitals = measureWebVitals()
  trackView()
  document.addEventListener(LISTING_UPDATED, trackView)
  document.addEventListener('visibilitychange', () => document.hidden && flush())
  addEventListener('pagehide', flush)
}
