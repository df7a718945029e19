/** A shop of its own with staff who are signed in, for journeys of the back office. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { StaffRole } from '../schema/identity/staff/rights.ts'
import { HOUR_MS } from '../schema/platform/duration.ts'
import { openLocalD1 } from '../scripts/load/target.ts'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { type Served, serve } from '../scripts/serve.ts'
import { ownState } from './shop.ts'

export interface StaffShop {
  readonly url: string
  /** Signs the browser of this page in as the person of a role. */
  signIn(page: Page, role: StaffRole): Promise<void>
}

/** People of the shop and the secrets of their sessions. */
const PEOPLE = (['manager', 'yard'] as const).map((role) => ({
  role,
  secret: randomBytes(32).toString('base64url'),
}))

function statementsFor(now: number): string[] {
  return PEOPLE.flatMap(({ role, secret }, index) => {
    const id = createHash('sha256').update(secret).digest('hex')
    const end = now + 12 * HOUR_MS
    return [
      `insert into staff (id, name, email, role, created_at)
       values (${index + 1}, 'Casey ${role}', '${role}@shop.example', '${role}', ${now})`,
      `insert into staff_session (id, staff_id, device, place, created_at, seen_at, expires_at, verified_at)
       values ('${id}', ${index + 1}, 'Chromium', 'Chicago, IL', ${now}, ${now}, ${end}, ${now})`,
    ]
  })
}

/** Starts the shop before the tests of a file and stops it after them; `more` are further statements of SQL. */
export function openStaffShop(more: readonly string[] = []): StaffShop {
  const state = join(ownState(), 'v3')
  let shop: Served | undefined
  beforeAll(async () => {
    const local = await openLocalD1(state)
    try {
      await local.db.run([...statementsFor(Date.now()), ...more])
    } finally {
      await local.close()
    }
    const [port, sandboxPort] = [await freePort(), await freePort()]
    const vars = {
      ...sandboxVars(port, sandboxPort),
      CART_SECRET: 'a secret of the journeys, long enough',
      SESSION_SECRET: 'sessions of the journeys, long enough',
    }
    shop = await serve({ port, sandboxPort, state, vars })
  })
  afterAll(() => shop?.stop())
  const opened = () => {
    if (!shop) throw new Error('the shop has not started')
    return shop.url
  }
  return {
    get url() {
      return opened()
    },
    async signIn(page, role) {
      const value = PEOPLE.find((one) => one.role === role)?.secret
      if (!value) throw new Error(`nobody is ${role}`)
      const { hostname: domain } = new URL(opened())
      const cookie = { name: '__Host-staff', value, domain, path: '/', secure: true, httpOnly: true }
      await page.context().addCookies([cookie])
    },
  }
}
