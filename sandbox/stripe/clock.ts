/** Time and chance of one call: rules take them as an argument. */
export interface Moment {
  /** Seconds since 1970, as in every Stripe object. */
  now: number
  /** A fresh id with the prefix, such as `pi_3Qx…`. */
  id(prefix: string): string
  /** A fresh client secret's tail. */
  secret(): string
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The present, with ids from the platform's own randomness. */
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
