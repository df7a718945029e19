/** Formats counts for people. */

// Created once, because `toLocaleString` would look up the locale for every number of a page.
const countFormat = new Intl.NumberFormat('en-US')

/** Formats a count: `2041` → `2,041`. */
export function formatCount(count: number): string {
  return countFormat.format(count)
}

/** Formats a count of things: `1 tire`, `2,041 tires`. */
export function formatQuantity(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}
