/** Every island of the back office by its name; its code is fetched when it is first needed. */
import type { IslandLoader } from '../../platform/islands/hydration.ts'

export const STAFF_ISLANDS: Readonly<Record<string, IslandLoader>> = {
  intake: () => import('../intake/intake.island.tsx'),
}
