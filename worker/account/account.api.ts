/** GET /api/ext/account/{name}: the data of the account's pages, and a file with all data of the customer. */

import { Hono } from 'hono'
import { NOT_FOUND } from '../../schema/platform/not-found.ts'
import type { AppEnv } from '../env.ts'
import { NOT_AUTHORIZED, withCustomer } from '../identity/sign-in/customer-access.ts'
import { reply } from '../platform/http/reply.ts'
import { customerData } from './privacy/erase-customer.ts'
import { isAccountView, readAccount } from './read-account.ts'

export const extAccountApi = new Hono<AppEnv>()

extAccountApi.get(
  '/account/my-data',
  withCustomer(async (c, { customerId }) => {
    const data = await customerData(c, customerId, Date.now())
    if (!data) return reply(c, 401, NOT_AUTHORIZED)
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="treadline-my-data.json"',
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  }),
)

extAccountApi.get(
  '/account/:name',
  withCustomer(async (c, who) => {
    const name = c.req.param('name') ?? ''
    if (!isAccountView(name)) return reply(c, 404, NOT_FOUND.text)
    const view = await readAccount(c, who, name, c.req.query())
    return view === null ? reply(c, 404, NOT_FOUND.text) : reply(c, 200, view)
  }),
)
