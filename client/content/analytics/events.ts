/**
 * What happens on a page, reported to our own counts and, after consent, to scripts that the operator configured
 * (docs/events.md). Loaded when the page rests. Plain DOM.
 */
import { allowsAnalytics, allowsThirdPartyScripts } from '../../../schema/content/analytics/consent.ts'
import {
  type AnalyticsEvent,
  LISTED_PRODUCTS,
  MAX_EVENTS_PER_BATCH,
  type SeenProduct,
  type TrackedCount,
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

type Listener = (event: TimestampedEvent) => void

declare global {
  interface Window {
    treadline?: { events: { subscribe(listener: Listener): () => void } }
  }
}

const EVENTS_PATH = '/api/ext/events'

const counted: TrackedCount[] = []
const listeners = new Set<Listener>()

/** Sends what was counted so far; the beacon outlives the page. */
function flush(): void {
  while (counted.length > 0) {
    const events = counted.splice(0, MAX_EVENTS_PER_BATCH)
    navigator.sendBeacon(EVENTS_PATH, new Blob([JSON.stringify({ events })], { type: 'application/json' }))
  }
}

/** Events of this page and those carried to it, for scripts that subscribe late. */
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

/** Pages of the app hold no scripts of others (docs/decisions.md). */
const isOfApp = () => document.getElementById('app') !== null

function deliver(event: AnalyticsEvent): void {
  const one: TimestampedEvent = { ...event, at: Date.now() }
  if (isOfApp()) {
    if (allowsThirdPartyScripts(readPrivacyPreferences())) deferEvent(one)
    return
  }
  if (published.length < MAX_PUBLISHED) published.push(one)
  for (const listener of listeners) publish(listener, one)
}

/** Price, name and sku as the page shows them. */
function seen(sku: string, root: ParentNode, title: string, price: string): SeenProduct {
  return {
    sku,
    name: root.querySelector(title)?.textContent?.trim() ?? '',
    price: parseDollars(root.querySelector(price)?.textContent?.trim() ?? ''),
  }
}

/** Views are what a page is; they are read off it. */
function trackView(): void {
  const { page } = document.documentElement.dataset
  const main = document.querySelector('main')
  if (page === 'product' && main) {
    // `/p/{parentSku}/{slug}[/{childSku}]`
    const [, , parent = '', , child = parent] = location.pathname.split('/')
    trackEvent({ kind: 'product', product: seen(decodeURIComponent(child), main, 'h1', '.price b') })
  }
  const cards = [...document.querySelectorAll<HTMLElement>('#results .card')].slice(0, LISTED_PRODUCTS)
  if (cards.length === 0) return
  const products = cards.map((card) => seen(card.dataset.priceSku ?? '', card, '.card-title', '.price b'))
  trackEvent({ kind: 'list', path: location.pathname + location.search, products })
}

let isListening = false

export function initAnalytics(): void {
  // Two entries may load this on one page.
  if (isListening) return
  isListening = true
  // Where nobody can hear them they are taken all the same, and end here.
  if (!isOfApp()) published.push(...consumeDeferredEvents())
  const pass = orderAfterIdentify(deliver, { now: Date.now, after: (ms, act) => void setTimeout(act, ms) })
  subscribeEvents((event) => {
    if (allowsAnalytics(readPrivacyPreferences())) counted.push(...toTrackedCounts(event))
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
  trackView()
  document.addEventListener(LISTING_UPDATED, trackView)
  document.addEventListener('visibilitychange', () => document.hidden && flush())
  addEventListener('pagehide', flush)
}
