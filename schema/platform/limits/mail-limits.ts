/** Largest number of mails of each kind to one mailbox, for all requests together. */

export interface MailLimit {
  what: string
  hour: number
  day: number
  /** Handling of a mail above the limit: `later` delays it, `dropped` never sends it. */
  beyond: 'later' | 'dropped'
}

/**
 * Limits by kind of mail (worker/mails.ts). Mails about orders and accounts are delayed, because they must arrive; the
 * limits of orders per mailbox are smaller. Mails that a stranger can request for another person's address are dropped.
 */
export const MAIL_LIMITS = {
  'order-mail': { what: 'Order confirmations', hour: 20, day: 60, beyond: 'later' },
  'order-shipped': { what: 'Emails: order shipped', hour: 20, day: 60, beyond: 'later' },
  'order-canceled': { what: 'Emails: order canceled', hour: 20, day: 60, beyond: 'later' },
  'order-refunded': { what: 'Emails: order refunded', hour: 20, day: 60, beyond: 'later' },
  'order-delivered': { what: 'Emails: order delivered', hour: 20, day: 60, beyond: 'later' },
  'order-late': { what: 'Emails: order running late', hour: 20, day: 60, beyond: 'later' },
  'return-update': { what: 'Emails: state of a return', hour: 30, day: 90, beyond: 'later' },
  'payment-returned': { what: 'Emails: payment returned', hour: 20, day: 60, beyond: 'later' },
  'mounting-booked': { what: 'Mounting booked or moved', hour: 20, day: 60, beyond: 'later' },
  'mounting-canceled': { what: 'Mounting canceled', hour: 20, day: 60, beyond: 'later' },
  'password-changed': { what: 'Notices: password changed', hour: 10, day: 30, beyond: 'later' },
  'email-change-asked': { what: 'Notices: change of email requested', hour: 10, day: 30, beyond: 'later' },
  'email-changed': { what: 'Notices: email changed', hour: 10, day: 30, beyond: 'later' },
  'account-deleted': { what: 'Notices: account deleted', hour: 10, day: 30, beyond: 'later' },
  'registration-form': { what: 'Registration forms of new tires', hour: 20, day: 60, beyond: 'later' },
  'recall-notice': { what: 'Notices of recalled tires', hour: 20, day: 60, beyond: 'later' },
  'dealer-answer': { what: 'Answers to dealers', hour: 10, day: 30, beyond: 'later' },
  'credit-ends': { what: 'Notices: store credit expires', hour: 10, day: 30, beyond: 'later' },
  // To the shop's own desk, from all senders together.
  'contact-message': { what: 'Messages to the shop', hour: 120, day: 600, beyond: 'later' },
  // More mails than the one of the day wait for the next day, with what is left to buy then.
  'stock-alert': { what: 'Stock alerts', hour: 1, day: 1, beyond: 'later' },
  'abandoned-cart': { what: 'Reminders of an abandoned cart', hour: 2, day: 3, beyond: 'dropped' },
  'review-request': { what: 'Requests for a review', hour: 2, day: 3, beyond: 'dropped' },
  welcome: { what: 'Welcome emails', hour: 3, day: 6, beyond: 'dropped' },
  'reset-password': { what: 'Reset links', hour: 5, day: 12, beyond: 'dropped' },
  'staff-invitation': { what: 'Invitations of staff', hour: 6, day: 20, beyond: 'dropped' },
  'staff-morning': { what: 'Daily summaries for staff', hour: 2, day: 3, beyond: 'dropped' },
  'order-merge': { what: 'Links to move a guest’s orders', hour: 3, day: 6, beyond: 'dropped' },
  'confirm-email': { what: 'Links to confirm a new email', hour: 3, day: 6, beyond: 'dropped' },
  'newsletter-welcome': { what: 'Newsletter: welcome emails', hour: 3, day: 6, beyond: 'dropped' },
  'newsletter-stop': { what: 'Newsletter: links to unsubscribe', hour: 2, day: 3, beyond: 'dropped' },
  'stock-alert-confirm': { what: 'Stock alerts: links to turn them on', hour: 3, day: 6, beyond: 'dropped' },
  'contact-receipt': { what: 'Copies of a message to its sender', hour: 3, day: 8, beyond: 'dropped' },
  'chat-reply': { what: 'Answers of the chat by email', hour: 10, day: 40, beyond: 'dropped' },
} as const satisfies Record<string, MailLimit>

/** Mails to the shop itself, which are never limited. */
export const DESK_MAILS = ['desk-order', 'desk-return', 'desk-dealer', 'desk-stock', 'desk-alert'] as const

export type LimitedMail = keyof typeof MAIL_LIMITS
export type MailKind = LimitedMail | (typeof DESK_MAILS)[number]

/** Checks whether a kind of mail has a limit. */
export function isLimitedMail(kind: string): kind is LimitedMail {
  return Object.hasOwn(MAIL_LIMITS, kind)
}
