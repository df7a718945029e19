/** The shop of this test worker: files that run in parallel share neither orders nor stock. */
import { cpSync, mkdtempSync } from 'node:fs'
import { inject } from 'vitest'

const shops = inject('shops')
const shop = shops[(Number(process.env.VITEST_POOL_ID) - 1) % shops.length]
if (!shop) throw new Error('no shop was started for the journeys')

/** Addresses of the shop and of the sandbox of outside services. */
export const { shopUrl, sandboxUrl } = shop

/** Returns a folder with the prepared state of another shop, for this file alone. */
export function ownState(): string {
  const prepared = inject('spareState')
  const own = mkdtempSync(`${prepared}-`)
  cpSync(prepared, own, { recursive: true })
  return own
}
