/** Parts that a shop sells without: a failure there stops no deployment, and its last lines say what is missing. */
import { CloudflareError } from './cloudflare-api.ts'

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; problem: string }

/** Returns a failed call as a value. Throws what is no answer of Cloudflare. */
export async function tryOptional<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    return { ok: false, problem: error.message }
  }
}

/** A part that a shop may lack; `advice` says what to do instead. */
export interface OptionalPart {
  name: string
  advice?: string
}

/** Returns the line that says what is missing, and why. */
export function describeMissing({ name, advice }: OptionalPart, problem: string): string {
  return `Without ${name}: ${problem}${advice === undefined ? '' : `. ${advice}`}`
}
