/** How the fake of Cloudflare's API answers, and the paths that its parts share. */
import type { Context } from 'hono'

export const ACCOUNT = 'account-of-the-tests'
export const TOKEN = 'token-of-the-tests'

export const ok = (c: Context, result: unknown) => c.json({ success: true, errors: [], messages: [], result })
export const refuse = (c: Context, status: 400 | 404 | 409, code: number, message: string) =>
  c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status)

export const ROOT = `/accounts/${ACCOUNT}`
export const SCRIPT = `${ROOT}/workers/scripts/:name` as const
