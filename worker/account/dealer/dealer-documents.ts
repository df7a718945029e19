/** A dealer's application: the company, and documents that are checked before they are stored. */
import {
  type DealerDocumentView,
  type DealerView,
  formatFileSize,
} from '../../../schema/account/account.api.ts'
import { CUSTOMER_FORM_MESSAGES } from '../../../schema/account/customer-form.api.ts'
import {
  companyErrors,
  DEALER_MESSAGES,
  type DealerDocument,
  DOCUMENT_TYPES,
  DOCUMENTS_MAX,
  documentKind,
  documentName,
  documentsMessage,
  isActive,
  isDocument,
} from '../../../schema/account/dealer/dealer.ts'
import { describeApplication } from '../../../schema/account/dealer/dealer-application.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import { dealerDocumentHref } from '../../../schema/paths.ts'
import { type FieldErrors, hasErrors } from '../../../schema/platform/forms/field.ts'
import type { Env } from '../../env.ts'
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import { deletePrivateFiles, putPrivateFile } from '../../orders/status/private-file.ts'
import type { Upload } from '../../platform/forms/upload.ts'
import { addOutbox, enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { newSecretToken } from '../../platform/security/secret-token.ts'
import {
  addDocuments,
  apply,
  findApplication,
  readDocuments,
  removeDocument,
  setCompany,
} from './dealer.sql.ts'

type ApplicationResult = { ok: true } | { ok: false; message: string; errors: FieldErrors }

/** Returns the company and documents of a customer. */
export async function readDealer(db: D1Database, customerId: number): Promise<Omit<DealerView, 'notice'>> {
  const [customer, documents, application] = await Promise.all([
    readCustomer(db, customerId),
    readDocuments(db, customerId),
    findApplication(db, customerId),
  ])
  return {
    owner: customerId,
    company: customer?.company ?? { companyName: '', companyEmail: '', ein: '' },
    documents: documents.map(documentView),
    isFull: documents.length >= DOCUMENTS_MAX,
    answer: application && describeApplication(application),
  }
}

/** Saves the company and the files, all or none. Staff decide about the application; this function makes no one a dealer. */
export async function submitDealerApplication(
  env: Pick<Env, 'DB' | 'PICTURES' | 'OUTBOX'>,
  customerId: number,
  { fields, files }: Upload,
  now: number,
): Promise<ApplicationResult> {
  const text = (name: string) => (fields[name] ?? '').trim()
  const company = { companyName: text('companyName'), companyEmail: text('companyEmail'), ein: text('ein') }
  const stored = await readDocuments(env.DB, customerId)
  const errors = companyErrors(company)
  const isRequired = fields.certificateNotRequired === undefined
  const message = documentsMessage(files, { stored: stored.length, isRequired })
  if (message !== null) errors.documents = message
  if (hasErrors(errors)) return { ok: false, message: CUSTOMER_FORM_MESSAGES.check, errors }
  const uploads: { fileKey: string; name: string; contentType: string; bytes: Uint8Array }[] = []
  for (const file of files) {
    const kind = documentKind(file.name)
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (kind === null) return refused(DEALER_MESSAGES.extension)
    if (!isDocument(kind, bytes)) return refused(DEALER_MESSAGES.content)
    if (isActive(kind, Buffer.from(bytes.buffer).toString('latin1'))) return refused(DEALER_MESSAGES.active)
    uploads.push({
      fileKey: `dealer/${customerId}/${newSecretToken()}`,
      name: documentName(file.name),
      contentType: DOCUMENT_TYPES[kind],
      bytes,
    })
  }
  const keys = uploads.map(({ fileKey }) => fileKey)
  try {
    for (const { fileKey, bytes, contentType } of uploads) {
      await putPrivateFile(env.PICTURES, fileKey, bytes, contentType)
    }
    const documents = uploads.map(({ bytes, ...upload }) => ({ ...upload, size: bytes.length }))
    const [saved, desk] = await env.DB.batch([
      setCompany(env.DB, customerId, company, { adding: documents.length, now }),
      addOutbox(env.DB, { kind: 'desk-dealer', payload: { customerId }, now }, 'ifChanged'),
      apply(env.DB, customerId, { adding: documents.length, now }),
      addDocuments(env.DB, customerId, documents, now),
    ])
    if (saved?.meta.changes === 0) {
      // Another request has stored documents since the count.
      await deletePrivateFiles(env.PICTURES, keys)
      return refused(DEALER_MESSAGES.tooMany)
    }
    if (desk) await enqueueOutbox(env.OUTBOX, [desk])
    return { ok: true }
  } catch (error) {
    await deletePrivateFiles(env.PICTURES, keys)
    throw error
  }
}

/** Deletes a document and its file; returns false when the customer has no such document. */
export async function deleteDealerDocument(
  env: Pick<Env, 'DB' | 'PICTURES'>,
  customerId: number,
  id: number,
): Promise<boolean> {
  const fileKey = await removeDocument(env.DB, customerId, id)
  if (fileKey !== null) await deletePrivateFiles(env.PICTURES, [fileKey])
  return fileKey !== null
}

function documentView({ id, name, size, createdAt }: DealerDocument): DealerDocumentView {
  return {
    id,
    name,
    size: formatFileSize(size),
    added: formatOrderDate(createdAt),
    href: dealerDocumentHref(id),
  }
}

function refused(documents: string): ApplicationResult {
  return { ok: false, message: CUSTOMER_FORM_MESSAGES.check, errors: { documents } }
}
