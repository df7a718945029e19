/** Which mail a row of the outbox becomes. A new mail is a file of its own and a line in `MAILS`. */
import type { MailKind } from '../schema/platform/limits/mail-limits.ts'
import {
  accountDeletedMail,
  confirmEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  lastResetMail,
  passwordChangedMail,
  resetPasswordMail,
  welcomeMail,
} from './account/account.mail.ts'
import { deskDealerMail } from './account/dealer/dealer-desk.mail.ts'
import { abandonedCartMail } from './cart/abandoned/abandoned-cart.mail.ts'
import type { Config } from './config.ts'
import { chatReplyMail } from './content/chat/chat.mail.ts'
import { newsletterStopMail, newsletterWelcomeMail } from './content/newsletter/newsletter.mail.ts'
import { contactMessageMail, contactReceiptMail } from './content/pages/contact.mail.ts'
import type { Env } from './env.ts'
import { deskOrderMail, deskStockMail } from './orders/life/desk.mail.ts'
import {
  orderCanceledMail,
  orderRefundedMail,
  orderShippedMail,
  paymentReturnedMail,
} from './orders/life/order-lifecycle.mail.ts'
import { orderConfirmationMail } from './orders/order-confirmation.mail.ts'
import { deliverRow } from './platform/mail/deliver-outbox.ts'
import type { Mail } from './platform/mail/mail.ts'
import type { MailBuilder } from './platform/mail/mail-builder.ts'

/** By `kind` of the row; each kind has its limits per mailbox. */
const MAILS: Readonly<Record<MailKind, MailBuilder>> = {
  'order-mail': orderConfirmationMail,
  'order-shipped': orderShippedMail,
  'order-canceled': orderCanceledMail,
  'order-refunded': orderRefundedMail,
  'payment-returned': paymentReturnedMail,
  'abandoned-cart': abandonedCartMail,
  welcome: welcomeMail,
  'reset-password': resetPasswordMail,
  'password-changed': passwordChangedMail,
  'confirm-email': confirmEmailMail,
  'email-change-asked': emailChangeAskedMail,
  'email-changed': emailChangedMail,
  'account-deleted': accountDeletedMail,
  'newsletter-welcome': newsletterWelcomeMail,
  'newsletter-stop': newsletterStopMail,
  'contact-message': contactMessageMail,
  'contact-receipt': contactReceiptMail,
  'chat-reply': chatReplyMail,
  'desk-order': deskOrderMail,
  'desk-dealer': deskDealerMail,
  'desk-stock': deskStockMail,
}

/** Written instead where no other mail of the kind reaches the mailbox that day. */
const LAST_MAILS: Readonly<Partial<Record<MailKind, MailBuilder>>> = { 'reset-password': lastResetMail }

/** Returns the mail of a row, `null` when there is none to send. */
export async function buildMail(
  env: Env,
  row: { kind: string; payload: unknown },
  config: Config,
  now: number,
): Promise<Mail | null> {
  return writeMail(MAILS, env, row, config, now)
}

/** Returns the last mail of its kind that a mailbox gets that day; `null` where that mail has no other text. */
export async function lastMailOf(...asked: Parameters<typeof buildMail>): Promise<Mail | null> {
  return writeMail(LAST_MAILS, ...asked)
}

async function writeMail(
  mails: Readonly<Partial<Record<string, MailBuilder>>>,
  ...[env, { kind, payload }, config, now]: Parameters<typeof buildMail>
): Promise<Mail | null> {
  const write = Object.hasOwn(mails, kind) ? mails[kind] : undefined
  if (!write || typeof payload !== 'object' || payload === null) return null
  return write(env, { ...payload }, config, now)
}

/** Delivers a row of the outbox; see `deliverRow`. */
export function deliverOutbox(env: Env, id: number, now: number): Promise<number> {
  return deliverRow(env, id, now, { build: buildMail, buildLast: lastMailOf })
}
