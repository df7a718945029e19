/** Finds the ids of a Cloudflare account that wrangler.toml needs before the shop can be deployed. */
import { readFileSync } from 'node:fs'

/** Patterns of the ids that Cloudflare assigns; a clone has names instead, which work on this machine. */
const IDS: Record<string, RegExp> = {
  'database_id of D1': /^database_id = "[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/m,
  'id of the KV namespace': /^id = "[\da-f]{32}"/m,
}

/** Returns the names of the ids that are still missing. */
export function missingIds(toml = readFileSync('wrangler.toml', 'utf8')): string[] {
  return Object.keys(IDS).filter((name) => !IDS[name]?.test(toml))
}
