/** GET /api/ext/session: whether this browser's session goes on, and by whom one may sign in. */
import { Hono } from 'hono'
import type { AppEnv } from '../env.ts'
import { readSignInOffer } from '../flows/read-sign-in.ts'
import { reply } from '../http/reply.ts'

export const extSessionApi = new Hono<AppEnv>().get('/session', async (c) =>
  reply(c, 200, await readSignInOffer(c)),
)
