/** What wrangler.toml has to say of an account before the shop can be deployed to it. */
import { readFileSync } from 'node:fs'

/** Ids that Cloudflare gives; a clone carries names in their place, which do for this machine. */
const IDS: Record<string, RegExp> = {
  'database_id of D1': /^database_id = "[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/m,
  'id of the KV namespace': /^id = "[\da-f]{32}"/m,
}

/** The ids that are still to be filled in; none when wrangler.toml is ready. */
export function missingIds(toml = readFileSync('wrangler.toml', 'utf8')): string[] {
  return Object.keys(IDS).filter((name) => !IDS[name]?.test(toml))
}
