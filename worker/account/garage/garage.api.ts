/** GET and POST /api/ext/garage: a customer's cars; the car of a guest is stored in the browser only. */
import { Hono } from 'hono'
import * as v from 'valibot'
import { GARAGE_ADDITION, type Garage } from '../../../schema/account/garage/garage.api.ts'
import type { AppEnv } from '../../env.ts'
import { withCustomer } from '../../identity/sign-in/customer-access.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { addGarageCar, findGarage } from './garage.sql.ts'

const PATH = '/garage'
/** Bytes, enough for one car. */
const BODY_MAX = 4_096

async function readGarage(db: D1Database, customerId: number): Promise<Garage> {
  return { cars: (await findGarage(db, customerId)).map(({ car }) => car) }
}

export const extGarageApi = new Hono<AppEnv>()
  .get(
    PATH,
    withCustomer(async (c, { customerId }) => reply(c, 200, await readGarage(c.env.DB, customerId))),
  )
  .post(
    PATH,
    limitBody(BODY_MAX),
    withCustomer(async (c, { customerId }) => {
      const addition = v.safeParse(GARAGE_ADDITION, await jsonBody(c))
      if (!addition.success) return reply(c, 400, NOT_JSON_MESSAGE)
      await addGarageCar(c.env.DB, customerId, addition.output.car, Date.now())
      return reply(c, 200, await readGarage(c.env.DB, customerId))
    }),
  )
