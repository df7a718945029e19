/** Sitemaps and feeds are cut by product id, so that each is one walk over a range of the primary key. */

/** A sitemap may hold 50,000 addresses (sitemaps.org); this many stay well below its 50 MB as well. */
export const SHARD_IDS = 10_000

/** Numbers of the shards, from 1. */
export function shardNumbers(lastId: number): number[] {
  return Array.from({ length: Math.ceil(lastId / SHARD_IDS) }, (_, index) => index + 1)
}

/** First and last id of a shard. */
export function shardRange(number: number): [from: number, to: number] {
  return [(number - 1) * SHARD_IDS + 1, number * SHARD_IDS]
}

/** The number in `products-3.xml`; `null` for what is none. */
export function shardNumber(file: string, prefix: string): number | null {
  const number = new RegExp(`^${prefix}-([1-9]\\d{0,5})\\.xml$`).exec(file)?.[1]
  return number === undefined ? null : Number(number)
}
