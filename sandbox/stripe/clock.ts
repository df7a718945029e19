/** Time and random ids of one call; rules get them as an argument. */
export interface Moment {
  /** Seconds since 1970, as in every Stripe object. */
  now: number
  /** Returns a new id with the prefix, such as `pi_3Qx…`. */
  id(prefix: string): string
  /** Returns the random part of a new client secret. */
  secret(): string
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns the current time, with ids from the platform's random numbers. */
export function thisMoment(): Moment {
  return {
    now: Math.floor(Date.now() / 1000),
    id: (prefix) => `${prefix}_${randomLetters(24)}`,
    secret: () => randomLetters(25),
  }
}

function randomLetters(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
}
