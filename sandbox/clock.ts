/** Time and chance of one call: rules take them as an argument. */
export interface Now {
  /** Seconds since 1970. */
  now: number
  /** A fresh id, as the provider's ids look. */
  id(): string
}

/** The present in seconds since 1970, as providers count it. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}

/** ISO 8601, to the second. */
export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '')
}

/** An id of so many of the letters, which are 32. */
export function randomId(letters: string, length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join('')
}
