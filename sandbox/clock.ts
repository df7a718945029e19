/** Time and random ids of one call; rules get them as an argument. */
export interface Now {
  /** Seconds since 1970. */
  now: number
  /** Returns a new id in the provider's form. */
  id(): string
}

/** Returns the current time in seconds since 1970, as providers use it. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}

/** Formats a time as ISO 8601, to the second. */
export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '')
}

/** Returns a random id from an alphabet of 32 letters. */
export function randomId(letters: string, length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join('')
}
