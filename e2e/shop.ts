/** The shop of this worker of tests: files run beside each other, and none meets the other's orders and stock. */
import { cpSync, mkdtempSync } from 'node:fs'
import { inject } from 'vitest'

const shops = inject('shops')
const shop = shops[(Number(process.env.VITEST_POOL_ID) - 1) % shops.length]
if (!shop) throw new Error('no shop was started for the journeys')

/** Addresses of the shop and of the sandbox of outside services. */
export const { shopUrl, sandboxUrl } = shop

/** Where the state of another shop lies: prepared, this file's own, and served by nobody yet. */
export function ownState(): string {
  const prepared = inject('spareState')
  const own = mkdtempSync(`${prepared}-`)
  cpSync(prepared, own, { recursive: true })
  return own
}
