/**
 * POST /order/{number}/{signature}/return opens a case, and /return/{case} cancels it. Other sites do not know the
 * signed link, so the link authorizes.
 */
import type { Context } from 'hono'
import * as v from 'valibot'
import { wasMounted } from '../../../schema/orders/mounting/mounting.ts'
import {
  returnablePieces,
  returnBarrier,
  returnDeadlines,
} from '../../../schema/orders/returns/return-case.ts'
import {
  parseOnce,
  parseReturnForm,
  RETURN_MESSAGES,
  RETURN_UPLOAD_MAX,
  type ReturnErrors,
} from '../../../schema/orders/returns/return-form.ts'
import { RETURN_BARRIER_TEXTS } from '../../../schema/orders/returns/return-format.ts'
import { RETURN_CASE_PATTERN, RETURN_PATTERN, returnCaseHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { limitUpload, readUpload, type Upload } from '../../platform/forms/upload.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { findDelivery } from '../life/order-lifecycle.sql.ts'
import { findAppointment } from '../mounting/mounting.sql.ts'
import { findOrderByLink, orderNotFoundPage, readStatusHref } from '../status/order-status.page.tsx'
import { returnPage } from './return.page.tsx'
import { findReturnByForm, readReturns } from './return.sql.ts'
import { returnCasePage } from './return-case.page.tsx'
import { storeReturnPhotos } from './return-photos.ts'
import { moveReturn, openReturn } from './returns.ts'

const UPLOAD = v.custom<Upload>(() => true)

export const returnForm = formRoute({
  path: RETURN_PATTERN,
  allowCrossSite: true,
  bodyLimit: limitUpload(RETURN_UPLOAD_MAX, (c: Context<AppEnv>) =>
    returnPage(c, { status: 413, texts: {}, errors: { photos: RETURN_MESSAGES.upload }, photos: 0 }),
  ),
  read: readUpload,
  schema: UPLOAD,
  run: async (c, { fields: texts, files }) => {
    const details = await findOrderByLink(c)
    if (!details) return orderNotFoundPage(c)
    const { orderNumber, lines } = details.order
    const { life } = details
    const [now, once] = [Date.now(), parseOnce(texts)]
    const again = (status: 409 | 422 | 429, errors: ReturnErrors, problem: string | null, photos = 0) => ({
      status,
      result: { message: problem ?? Object.values(errors)[0], errors },
      to: () => returnPage(c, { status, texts, errors, problem, photos }),
    })
    if (await isRateLimited(c, 'FORM_LIMIT', 'order-return', orderNumber)) return again(429, {}, TOO_MANY)
    if (once === null) return again(422, {}, RETURN_MESSAGES.form)
    const toCase = (number: number) => {
      const to = returnCaseHref(readStatusHref(c), number)
      return { status: 200, result: { to }, to }
    }
    // A repeated form finds its tires in a case already, and that case is its answer.
    const opened = await findReturnByForm(c.env.DB, orderNumber, once)
    if (opened !== null) return toCase(opened)
    const [cases, appointment] = await Promise.all([
      readReturns(c.env.DB, orderNumber),
      findAppointment(c.env.DB, orderNumber),
    ])
    const deliveredAt = findDelivery(details.events)
    const barrier = returnBarrier({ lines, cases, life }, { deliveredAt, now })
    // The page shows the barrier in place of the form.
    if (deliveredAt === null || barrier !== null) {
      return again(409, {}, RETURN_BARRIER_TEXTS[barrier ?? 'not-delivered'].text)
    }
    const { count: photos, message } = await storeReturnPhotos(c.env, files, { orderNumber, once, now })
    const parsed = parseReturnForm(texts, {
      available: returnablePieces(lines, cases),
      photos,
      wasMounted: wasMounted(appointment, now),
      deadlines: returnDeadlines(deliveredAt),
      now,
    })
    const errors = { ...(parsed.ok ? {} : parsed.errors), ...(message ? { photos: message } : {}) }
    if (!parsed.ok || message) return again(422, errors, null, photos)
    const request = { ...parsed.request, once }
    const result = await openReturn(c.env, orderNumber, request, { by: 'guest', now })
    return result.ok ? toCase(result.number) : again(409, { lines: result.message }, null, photos)
  },
})

export const returnCancelForm = formRoute({
  path: RETURN_CASE_PATTERN,
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c) => {
    const details = await findOrderByLink(c)
    if (!details) return orderNotFoundPage(c)
    const { orderNumber } = details.order
    const refuse = (status: 409 | 429, message: string) => ({
      status,
      result: { message },
      to: () => returnCasePage(c, { status, message }),
    })
    if (await isRateLimited(c, 'FORM_LIMIT', 'order-return', orderNumber)) return refuse(429, TOO_MANY)
    const number = Number(c.req.param('number'))
    const change = { orderNumber, number, to: 'canceled', text: '', by: 'guest', now: Date.now() } as const
    const outcome = await moveReturn(c.env, change)
    if (outcome === 'done') return { status: 200, result: { to: c.req.path }, to: c.req.path }
    return refuse(409, NOT_CANCELED)
  },
})

const NOT_CANCELED = 'This return can no longer be canceled. Write to us and we’ll help.'
