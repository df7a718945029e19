/**
 * /api/ext/dealer-documents: POST accepts the company's fields and files as a form, GET returns the list, GET /{id} a document
 * as an attachment, DELETE /{id} deletes one. Each customer has access to their own documents only.
 */
import { Hono } from 'hono'
import { CUSTOMER_FORM_MESSAGES } from '../../../schema/account/customer-form.api.ts'
import { DEALER_MESSAGES, UPLOAD_MAX } from '../../../schema/account/dealer/dealer.ts'
import type { AppEnv } from '../../env.ts'
import { withCustomer } from '../../identity/sign-in/customer-access.ts'
import { contentDisposition, openPrivateFile, privateFileResponse } from '../../orders/status/private-file.ts'
import { limitUpload, readUpload } from '../../platform/forms/upload.ts'
import { reply } from '../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { findDocument } from './dealer.sql.ts'
import { deleteDealerDocument, readDealer, submitDealerApplication } from './dealer-documents.ts'

export const extDealerDocumentsApi = new Hono<AppEnv>()

extDealerDocumentsApi.get(
  '/dealer-documents',
  withCustomer(async (c, { customerId }) => reply(c, 200, await readDealer(c.env.DB, customerId))),
)

extDealerDocumentsApi.post(
  '/dealer-documents',
  limitUpload(UPLOAD_MAX, (c) => reply(c, 413, DEALER_MESSAGES.tooLarge)),
  withCustomer(async (c, { customerId }) => {
    const upload = await readUpload(c)
    if (await isRateLimited(c, 'FORM_LIMIT', 'account', String(customerId))) return reply(c, 429, TOO_MANY)
    const applied = await submitDealerApplication(c.env, customerId, upload, Date.now())
    if (applied.ok) return reply(c, 200, await readDealer(c.env.DB, customerId))
    const [first = CUSTOMER_FORM_MESSAGES.check] = Object.values(applied.errors)
    return reply(c, 400, { message: first, errors: applied.errors })
  }),
)

extDealerDocumentsApi.get(
  '/dealer-documents/:id{[0-9]{1,15}}',
  withCustomer(async (c, { customerId }) => {
    const document = await findDocument(c.env.DB, customerId, Number(c.req.param('id')))
    const file = document && (await openPrivateFile(c.env.PICTURES, document.fileKey))
    if (!document || !file) return reply(c, 404, DEALER_MESSAGES.noSuchDocument)
    return privateFileResponse(file, document.contentType, {
      'Content-Disposition': contentDisposition(document.name, 'attachment'),
    })
  }),
)

extDealerDocumentsApi.delete(
  '/dealer-documents/:id{[0-9]{1,15}}',
  withCustomer(async (c, { customerId }) => {
    const removed = await deleteDealerDocument(c.env, customerId, Number(c.req.param('id')))
    return removed ? reply(c, 200, true) : reply(c, 404, DEALER_MESSAGES.noSuchDocument)
  }),
)
