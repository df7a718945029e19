/** Builds the mail of an outbox row. A new mail needs a file of its own and a line in `MAILS`. */
import type { MailKind } from '../schema/platform/limits/mail-limits.ts'
import {
  accountDeletedMail,
  confirmEmailMail,
  emailChangedMail,
  emailChangeRequestedMail,
  lastResetMail,
  passwordChangedMail,
  resetPasswordMail,
  welcomeMail,
} from './account/account.mail.ts'
import { dealerAnswerMail } from './account/dealer/dealer-answer.mail.ts'
import { deskDealerMail } from './account/dealer/dealer-desk.mail.ts'
import { abandonedCartMail } from './cart/abandoned/abandoned-cart.mail.ts'
import { stockAlertConfirmMail, stockAlertMail } from './catalog/stock-alerts/stock-alert.mail.ts'
import type { Config } from './config.ts'
import { chatReplyMail } from './content/chat/chat.mail.ts'
import { newsletterStopMail, newsletterWelcomeMail } from './content/newsletter/newsletter.mail.ts'
import { contactMessageMail, contactReceiptMail } from './content/pages/contact.mail.ts'
import { reviewRequestMail } from './content/reviews/requests/review-request.mail.ts'
import type { Env } from './env.ts'
import { creditExpiryMail } from './orders/credit/credit-expiry.mail.ts'
import { deskOrderMail, deskStockMail } from './orders/life/desk.mail.ts'
import {
  orderCanceledMail,
  orderDeliveredMail,
  orderLateMail,
  orderRefundedMail,
  orderShippedMail,
  paymentReturnedMail,
} from './orders/life/order-lifecycle.mail.ts'
import { mountingBookedMail, mountingCanceledMail } from './orders/mounting/mounting.mail.ts'
import { orderConfirmationMail } from './orders/order-confirmation.mail.ts'
import { deskReturnMail, returnUpdateMail } from './orders/returns/return.mail.ts'
import { deliverRow } from './platform/mail/deliver-outbox.ts'
import type { Mail } from './platform/mail/mail.ts'
import type { MailBuilder } from './platform/mail/mail-builder.ts'
import { orderMergeMail } from './staff/customers/order-merge.mail.ts'
import { deskAlertMail } from './staff/health/alert.mail.ts'
import { staffInvitationMail } from './staff/people/invitation.mail.ts'
import { recallNoticeMail } from './staff/safety/recall-notice.mail.ts'
import { registrationFormMail } from './staff/safety/registration-form.mail.ts'
import { dailySummaryMail } from './staff/today/daily-summary.mail.ts'

/** Builders by the `kind` of the row; each kind has its limits per mailbox. */
const MAILS: Readonly<Record<MailKind, MailBuilder>> = {
  'order-mail': orderConfirmationMail,
  'order-shipped': orderShippedMail,
  'order-canceled': orderCanceledMail,
  'order-refunded': orderRefundedMail,
  'order-delivered': orderDeliveredMail,
  'order-late': orderLateMail,
  'return-update': returnUpdateMail,
  'payment-returned': paymentReturnedMail,
  'mounting-booked': mountingBookedMail,
  'mounting-canceled': mountingCanceledMail,
  'abandoned-cart': abandonedCartMail,
  'review-request': reviewRequestMail,
  welcome: welcomeMail,
  'reset-password': resetPasswordMail,
  'password-changed': passwordChangedMail,
  'confirm-email': confirmEmailMail,
  'email-change-asked': emailChangeRequestedMail,
  'email-changed': emailChangedMail,
  'account-deleted': accountDeletedMail,
  'newsletter-welcome': newsletterWelcomeMail,
  'newsletter-stop': newsletterStopMail,
  'dealer-answer': dealerAnswerMail,
  'stock-alert': stockAlertMail,
  'stock-alert-confirm': stockAlertConfirmMail,
  'contact-message': contactMessageMail,
  'contact-receipt': contactReceiptMail,
  'chat-reply': chatReplyMail,
  'credit-ends': creditExpiryMail,
  'staff-morning': dailySummaryMail,
  'desk-order': deskOrderMail,
  'desk-return': deskReturnMail,
  'desk-dealer': deskDealerMail,
  'desk-stock': deskStockMail,
  'desk-alert': deskAlertMail,
  'staff-invitation': staffInvitationMail,
  'registration-form': registrationFormMail,
  'recall-notice': recallNoticeMail,
  'order-merge': orderMergeMail,
}

/** Builders of the last mail of a kind that a mailbox receives that day, where its text differs. */
const LAST_MAILS: Readonly<Partial<Record<MailKind, MailBuilder>>> = { 'reset-password': lastResetMail }

/** Returns the mail of a row; `null` when the row needs no mail. */
export async function buildMail(
  env: Env,
  { kind, payload }: { kind: string; payload: unknown },
  config: Config,
  now: number,
  builders: Readonly<Partial<Record<string, MailBuilder>>> = MAILS,
): Promise<Mail | null> {
  const build = Object.hasOwn(builders, kind) ? builders[kind] : undefined
  if (!build || typeof payload !== 'object' || payload === null) return null
  return build(env, { ...payload }, config, now)
}

/** Delivers a row of the outbox; see `deliverRow`. */
export function deliverOutbox(env: Env, id: number, now: number): Promise<number> {
  return deliverRow(env, id, now, {
    build: buildMail,
    buildLast: (...row) => buildMail(...row, LAST_MAILS),
  })
}
