/** Tests on workerd find the shop's bindings, and the migrations to apply, in `env` of cloudflare:workers. */
import type { D1Migration } from '@cloudflare/vitest-plugin'
import type { PlatformLimitName } from '../schema/platform/limits/limits.ts'
import type { Env as ShopEnv } from './env.ts'

declare global {
  namespace Cloudflare {
    // One by one: `extends ShopEnv` would be circular, because the objects it names are typed by this interface.
    interface Env extends Record<PlatformLimitName, RateLimit> {
      DB: ShopEnv['DB']
      KV: ShopEnv['KV']
      PICTURES: ShopEnv['PICTURES']
      CART: ShopEnv['CART']
      CHAT: ShopEnv['CHAT']
      OUTBOX: ShopEnv['OUTBOX']
      REBUILD: ShopEnv['REBUILD']
      PAINT: ShopEnv['PAINT']
      CART_SECRET: string
      STRIPE_WEBHOOK_SECRET: string
      TEST_MIGRATIONS: D1Migration[]
    }
  }
}
