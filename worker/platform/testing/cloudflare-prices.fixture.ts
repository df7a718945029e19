/** Prices of Workers Paid beyond what the plan includes, and what this shop assumes about a page view. */

/** What a journey uses: the units that Cloudflare counts. */
export interface Usage {
  /** Events of the Worker: requests, queue batches, runs of cron. */
  requests: number
  /** Rows of D1. */
  rowsRead: number
  rowsWritten: number
  /** Calls and alarms of Durable Objects. */
  objectRequests: number
  /** Rows of the databases inside Durable Objects; an alarm that is set is a row written. */
  objectRowsRead: number
  objectRowsWritten: number
  kvReads: number
  /** Writes, deletions and lists. */
  kvWrites: number
  /** Operations of R2 that change or list the bucket. */
  r2ClassA: number
  /** Operations of R2 that read an object. */
  r2ClassB: number
  /** A message is written, read and deleted: three operations. */
  queueOperations: number
  /** Data points of Analytics Engine. */
  dataPoints: number
  /** Milliseconds of processor time, assumed. */
  cpuMs: number
  /** Gigabyte seconds of Durable Objects in memory, assumed. */
  gbSeconds: number
}

/**
 * Dollars for a million units, read on 26 Nov 2026 in Cloudflare's documentation: workers, d1, durable-objects, kv and
 * queues under /platform/pricing/, r2 under /pricing/, Analytics Engine under /analytics/analytics-engine/pricing/, all at https://developers.cloudflare.com.
 */
export const PRICES: Readonly<Record<keyof Usage, number>> = {
  requests: 0.3,
  rowsRead: 0.001,
  rowsWritten: 1,
  objectRequests: 0.15,
  objectRowsRead: 0.001,
  objectRowsWritten: 1,
  kvReads: 0.5,
  kvWrites: 5,
  r2ClassA: 4.5,
  r2ClassB: 0.36,
  queueOperations: 0.4,
  dataPoints: 0.25,
  cpuMs: 0.02,
  gbSeconds: 12.5,
}

/** Million units that Workers Paid includes each month, and its price in dollars. */
export const PLAN: { readonly dollars: number; readonly included: Readonly<Record<keyof Usage, number>> } = {
  dollars: 5,
  included: {
    requests: 10,
    rowsRead: 25_000,
    rowsWritten: 50,
    objectRequests: 1,
    objectRowsRead: 25_000,
    objectRowsWritten: 50,
    kvReads: 10,
    kvWrites: 1,
    r2ClassA: 1,
    r2ClassB: 10,
    queueOperations: 1,
    dataPoints: 10,
    cpuMs: 30,
    gbSeconds: 0.4,
  },
}

/** What a test cannot measure: milliseconds of processor time, and gigabyte seconds of a call that takes a second. */
export const ASSUMED = { pageCpuMs: 5, otherCpuMs: 1, callGbSeconds: 0.128 } as const

/** What a page view brings with it on average, beside the page itself. */
export const PAGE_VIEW = { pictures: 8, beacons: 1.3, calls: 0.7 } as const

/** Shares of the pages among all page views. */
export const PAGE_SHARES = { home: 0.15, list: 0.35, product: 0.4, search: 0.1 } as const

/** Largest cost in dollars; beyond them the test fails. */
export const COST_LIMITS = { order: 0.02, thousandViews: 0.01 } as const
