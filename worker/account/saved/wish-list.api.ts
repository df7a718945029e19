/** GET and POST /api/ext/wish-list: a customer's wish list; a guest's list is stored in the browser only. */
import { Hono } from 'hono'
import * as v from 'valibot'
import { WISH_LIST_CHANGE, type WishList } from '../../../schema/account/saved/wish-list.api.ts'
import type { AppEnv } from '../../env.ts'
import { withCustomer } from '../../identity/sign-in/customer-access.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { findWishList, updateWishList } from './wish-list.sql.ts'

const PATH = '/wish-list'
/** Bytes, enough for a hundred skus to add and a hundred to remove. */
const BODY_MAX = 32_768

const toWishList = (skus: readonly string[]): WishList => ({ items: skus.map((sku) => ({ sku, qty: 1 })) })

export const extWishListApi = new Hono<AppEnv>()
  .get(
    PATH,
    withCustomer(async (c, { customerId }) =>
      reply(c, 200, toWishList(await findWishList(c.env.DB, customerId))),
    ),
  )
  .post(
    PATH,
    limitBody(BODY_MAX),
    withCustomer(async (c, { customerId }) => {
      const change = v.safeParse(WISH_LIST_CHANGE, await jsonBody(c))
      if (!change.success) return reply(c, 400, NOT_JSON_MESSAGE)
      return reply(c, 200, toWishList(await updateWishList(c.env.DB, customerId, change.output, Date.now())))
    }),
  )
