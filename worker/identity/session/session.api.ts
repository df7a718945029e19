/** GET /api/ext/session: the signed-in customer of this browser and the ways to sign in. */
import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { readSignInOffer } from '../sign-in/read-sign-in-view.ts'

export const extSessionApi = new Hono<AppEnv>().get('/session', async (c) =>
  reply(c, 200, await readSignInOffer(c)),
)
