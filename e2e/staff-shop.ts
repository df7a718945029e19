/** A shop of its own for journeys of the back office, in which a person of each role can be signed in. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { BuiltInRole } from '../schema/identity/staff/permissions.ts'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { serve } from '../scripts/serve.ts'
import { ownState } from './shop.ts'

type Row = Record<string, string | number | null>

export interface StaffShop {
  url: string
  /** The sandbox of the outside services, with the mails that were sent. */
  sandboxUrl: string
  /** Runs a statement on the shop's database. */
  query(sql: string, ...values: (string | number)[]): Promise<Row[]>
  /** Runs cron as at this time. */
  cron(at: Date): Promise<void>
  /** Opens a session as a passkey would have, and puts its cookie into the page's browser. */
  signIn(page: Page, role: BuiltInRole): Promise<void>
  stop(): Promise<void>
}

interface Database {
  prepare(sql: string): { bind(...values: (string | number)[]): { all(): Promise<{ results: Row[] }> } }
}

const HOUR_MS = 3_600_000

/** Serves a copy of the prepared shop. */
export async function startStaffShop(): Promise<StaffShop> {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const secret = 'sessions of the journeys, long enough'
  const vars = { ...sandboxVars(port, sandboxPort), CART_SECRET: secret, SESSION_SECRET: secret }
  const shop = await serve({ port, sandboxPort, state: join(ownState(), 'v3'), vars })
  const db = (await shop.miniflare.getD1Database('DB', 'treadline')) as unknown as Database
  const query: StaffShop['query'] = async (sql, ...values) =>
    (
      await db
        .prepare(sql)
        .bind(...values)
        .all()
    ).results
  return {
    url: shop.url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    query,
    cron: (at) => shop.cron(at),
    async signIn(page, role) {
      const token = randomBytes(32).toString('base64url')
      const email = `${role}@shop.example`
      await query(
        'INSERT INTO staff (name, email, role, created_at) VALUES (?, ?, ?, 0) ON CONFLICT (email) DO NOTHING',
        ...[`The ${role}`, email, role],
      )
      const now = Date.now()
      await query(
        `INSERT INTO staff_session (id, staff_id, device, place, created_at, seen_at, expires_at, verified_at)
          SELECT ?, id, 'Journey', 'Chicago, IL', ?, ?, ?, ? FROM staff WHERE email = ?`,
        ...[createHash('sha256').update(token).digest('hex'), now, now, now + HOUR_MS, now, email],
      )
      const { hostname: domain } = new URL(shop.url)
      await page
        .context()
        .addCookies([{ name: '__Host-staff', value: token, domain, path: '/', secure: true, httpOnly: true }])
    },
    stop: () => shop.stop(),
  }
}
