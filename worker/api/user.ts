/** The /api/user calls (spec §7 "User", wire.md §2). */
import { Hono } from 'hono'
import type { AppEnv } from '../env.ts'
import { judgePassword, signInWire } from '../flows/sign-in.ts'
import { jsonBody, limitBody, NOT_JSON } from '../http/json-body.ts'
import { reply } from '../http/reply.ts'

/** The words of clients of this family; they say neither which of the two was wrong nor whether there is such a one. */
export const SIGN_IN_REFUSED =
  'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.'

export const userApi = new Hono<AppEnv>()

userApi.use(limitBody(65_536))

userApi.post('/login', async (c) => {
  const body = await jsonBody(c)
  if (!body) return reply(c, 400, NOT_JSON)
  const { username, password } = body
  if (typeof username !== 'string' || typeof password !== 'string') return reply(c, 401, SIGN_IN_REFUSED)
  const customer = await judgePassword(c, username, password)
  if (!customer) return reply(c, 401, SIGN_IN_REFUSED)
  const { token, refreshToken } = await signInWire(c, customer.id)
  return reply(c, 200, token, { refreshToken })
})
