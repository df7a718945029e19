/** How a command of this room fails: in the middle, or before it has changed anything. */
import { CloudflareError } from '../deploy/cloudflare-api.ts'
import { Interrupted } from '../deploy/deploy-shop.ts'

/** Runs the first change of a command. Throws `Interrupted`, unless Cloudflare refused it: then nothing was changed. */
export async function firstChange<Result>(work: () => Promise<Result>, advice = ''): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isRefused(error)) throw error
    throw interrupted(error, advice)
  }
}

/** Runs what follows a first change; every failure throws `Interrupted`. */
export async function afterChange<Result>(work: () => Promise<Result>, advice = ''): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw interrupted(error, advice)
  }
}

/** Whether Cloudflare refused a call, so that it has changed nothing. */
export function isRefused(error: unknown): boolean {
  return error instanceof CloudflareError && !error.isUnclear
}

function interrupted(error: unknown, advice: string): Interrupted {
  if (error instanceof Interrupted) return error
  return new Interrupted([messageOf(error), advice].filter(Boolean).join('\n'))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
