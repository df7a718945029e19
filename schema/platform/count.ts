/** Formats counts for people. */

/** Formats an integer: `2041` → `2,041`. Not by `Intl`, whose first use blocks a phone for a fifth of a second. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats a count of things: `1 tire`, `2,041 tires`. */
export function formatQuantity(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}
