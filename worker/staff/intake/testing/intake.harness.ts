/** Staff who take in units, and drafts, for tests. */
import { env } from 'cloudflare:workers'
import type { BuiltInRole } from '../../../../schema/identity/staff/permissions.ts'
import { Browser } from '../../../account/testing/account.harness.ts'
import { hashToken, newSecretToken } from '../../../platform/security/secret-token.ts'

/** A draft that can be put on sale, as the phone sends it. */
export const WHOLE_DRAFT = {
  marking: '225/45R17 94W XL',
  brand: 'Halden',
  model: 'Velo Sport',
  season: 'Summer',
  treadNew: 10,
  depths: [7, 7.5, 7.5, 7],
  dot: '2322',
  noFindings: true,
  airTest: 'held',
  price: 64_00,
}

/** Returns a browser in which a person with this role is signed in. */
export async function signInStaff(role: BuiltInRole, name: string = role): Promise<Browser> {
  const now = Date.now()
  const secret = newSecretToken()
  const { id } = (await env.DB.prepare(
    `INSERT INTO staff (name, email, role, created_at) VALUES (?1, lower(?1) || '@shop.example', ?2, 0)
     ON CONFLICT DO UPDATE SET role = ?2 RETURNING id`,
  )
    .bind(name, role)
    .first<{ id: number }>()) ?? { id: 0 }
  await env.DB.prepare('INSERT INTO staff_session VALUES (?1, ?2, ?3, ?3, ?4, ?4, ?5, ?4, NULL)')
    .bind(hashToken(secret), id, '', now, now + 3_600_000)
    .run()
  const browser = new Browser()
  browser.cookies.set('__Host-staff', secret)
  return browser
}

/** Sends a call of the intake page and returns the envelope. */
export async function callIntake<Result = never>(
  who: Browser,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: BodyInit | object,
): Promise<{ code: number; result: Result }> {
  const isRaw = body === undefined || body instanceof Uint8Array || typeof body === 'string'
  const sent = isRaw ? (body as BodyInit | undefined) : JSON.stringify(body)
  const response = await who.fetch(`/api/ext/staff/intake/${path}`, {
    method,
    ...(sent !== undefined && { body: sent }),
  })
  return response.json()
}
