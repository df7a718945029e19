/** Types of `env` in tests on workerd: the shop's bindings and the migrations to apply. */
import type { D1Migration } from '@cloudflare/vitest-plugin'
import type { PlatformLimitName } from '../schema/platform/limits/limits.ts'
import type { Env as ShopEnv } from './env.ts'

declare global {
  namespace Cloudflare {
    // Listed one by one: `extends ShopEnv` would be circular, because this interface types the objects that
    // it refers to.
    interface Env extends Record<PlatformLimitName, RateLimit> {
      DB: ShopEnv['DB']
      KV: ShopEnv['KV']
      PICTURES: ShopEnv['PICTURES']
      CART: ShopEnv['CART']
      CHAT: ShopEnv['CHAT']
      MOUNTING: ShopEnv['MOUNTING']
      NEW_ORDERS: ShopEnv['NEW_ORDERS']
      OUTBOX: ShopEnv['OUTBOX']
      REBUILD: ShopEnv['REBUILD']
      PAINT: ShopEnv['PAINT']
      COUNTS: ShopEnv['COUNTS']
      CART_SECRET: string
      SESSION_SECRET: string
      STRIPE_WEBHOOK_SECRET: string
      TEST_MIGRATIONS: D1Migration[]
    }
  }
}
