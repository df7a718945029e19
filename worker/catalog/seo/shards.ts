/** Divides sitemaps and feeds by product id, so that each shard is one range of the primary key. */

/** Ids per shard. A sitemap may have 50,000 addresses and 50 MB (sitemaps.org); a shard is far below both. */
export const SHARD_IDS = 10_000

/** Returns the numbers of all shards, from 1. */
export function shardNumbers(lastId: number): number[] {
  return Array.from({ length: Math.ceil(lastId / SHARD_IDS) }, (_, index) => index + 1)
}

/** Returns the first and the last id of a shard. */
export function shardRange(number: number): [from: number, to: number] {
  return [(number - 1) * SHARD_IDS + 1, number * SHARD_IDS]
}

/** Returns the number in a file name such as `products-3.xml`; `null` for other names. */
export function shardNumber(file: string, prefix: string): number | null {
  const number = new RegExp(`^${prefix}-([1-9]\\d{0,5})\\.xml$`).exec(file)?.[1]
  return number === undefined ? null : Number(number)
}
