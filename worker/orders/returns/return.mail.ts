/** Mails about a case: each new state to the buyer, and a new case to the shop's desk. */
import {
  type ReturnCase,
  type ReturnState,
  returnReference,
  shownRefund,
} from '../../../schema/orders/returns/return-case.ts'
import {
  formatNextStep,
  formatOutcome,
  formatReplacement,
  formatReturnedLines,
  RETURN_REASON_TEXTS,
} from '../../../schema/orders/returns/return-format.ts'
import { staffOrderHref } from '../../../schema/paths.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import type { MailBlock } from '../../platform/mail/mail-template.mail.tsx'
import { renderDeskMail } from '../life/desk.mail.ts'
import { greeting, orderMail } from '../life/order-lifecycle.mail.ts'
import { readOrder } from '../order.sql.ts'
import { readReturns } from './return.sql.ts'

const TITLES: Readonly<Record<ReturnState, string>> = {
  requested: 'We have your request',
  approved: 'Your return is approved',
  received: 'Your tires reached us',
  refunded: 'Your return is refunded',
  exchanged: 'Your replacement is on its way',
  refused: 'We can’t take this return',
  canceled: 'Your return is canceled',
  expired: 'Your return is closed',
}

/** Builds the mail about a new state of a case. Payload: `{orderNumber, number, state}`. */
export const returnUpdateMail = orderMail(async ({ details: { order, life }, payload, links, db }) => {
  const found = await findCase(db, order.orderNumber, payload.number)
  // A later state has a mail of its own.
  if (!found || found.state !== payload.state) return null
  const reference = returnReference(order.orderNumber, found.number)
  const text = found.events.at(-1)?.text ?? ''
  const refund = shownRefund(found, life)
  const replacement = formatReplacement(found)
  return {
    subject: returnSubject(reference, found.state),
    title: TITLES[found.state],
    preview: formatNextStep(found, refund, order),
    parts: [
      { kind: 'text', text: `${greeting(order)} here’s where return ${reference} is:` },
      { kind: 'text', text: formatNextStep(found, refund, order) },
      ...(text ? [{ kind: 'quote', text } as const] : []),
      ...formatReturnedLines(found, order.lines).map((line): MailBlock => ({ kind: 'note', text: line })),
      { kind: 'note', text: `${formatOutcome(found, refund, order)}.` },
      ...(replacement ? [{ kind: 'note', text: replacement.text } as const] : []),
      mainAction(found, `${links.returns}/${found.number}`),
      { kind: 'link', label: 'See your order', href: links.status },
    ],
  }
})

/** Returns the subject of the mail about a state of a case. */
export function returnSubject(reference: string, state: ReturnState): string {
  return `Return ${reference}: ${TITLES[state].toLowerCase()}`
}

/** Returns the button for the next step of the buyer. `href` is the case's page. */
function mainAction(found: ReturnCase, href: string): MailBlock {
  if (found.state === 'approved' && found.labelHref !== null)
    return { kind: 'action', label: 'Print the label', href: found.labelHref }
  const track = formatReplacement(found)?.href
  if (track) return { kind: 'action', label: 'Track package', href: track }
  return { kind: 'action', label: 'See your return', href }
}

/** Builds the mail about a new case for the shop. Payload: `{orderNumber, number}`. */
export const deskReturnMail: MailBuilder = async (env, payload, { siteUrl }) => {
  const order = typeof payload.orderNumber === 'string' ? await readOrder(env.DB, payload.orderNumber) : null
  const found = order && (await findCase(env.DB, order.orderNumber, payload.number))
  if (!order || !found) return null
  const reference = returnReference(order.orderNumber, found.number)
  const reason = RETURN_REASON_TEXTS[found.reason].label
  const mail = await renderDeskMail(
    env.DB,
    'order',
    {
      subject: `Return ${reference}: ${reason}`,
      title: `New return ${reference}`,
      preview: reason,
      parts: [
        { kind: 'text', text: `${reason}. ${formatOutcome(found, found.amount, order)}.` },
        ...formatReturnedLines(found, order.lines).map((line): MailBlock => ({ kind: 'text', text: line })),
        ...(found.note ? [{ kind: 'quote', text: found.note } as const] : []),
        {
          kind: 'action',
          label: 'Open the order',
          href: `${siteUrl}${staffOrderHref(order.orderNumber)}`,
        },
      ],
    },
    siteUrl,
  )
  return mail && { ...mail, replyTo: order.email }
}

async function findCase(db: D1Database, orderNumber: string, number: unknown): Promise<ReturnCase | null> {
  const cases = await readReturns(db, orderNumber)
  return cases.find((known) => known.number === number) ?? null
}
