/** The /api/ext calls for texts, newsletter, mail, chat and event counts; and the webhook of Stripe. */
import * as v from 'valibot'
import { EVENTS_BODY, EVENTS_REPLY } from '../../content/analytics/events.api.ts'
import { CHAT_FRAME } from '../../content/chat/chat.api.ts'
import {
  NEWSLETTER_BODY,
  NEWSLETTER_QUERY,
  NEWSLETTER_RESULT,
} from '../../content/newsletter/newsletter.api.ts'
import { MAIL_SENT_REPLY, MAIL_SERVICE_BODY, MAIL_TOKEN_REPLY } from '../../content/pages/mail-service.api.ts'
import { SECURITY_REPORT } from '../../platform/security/security-report.api.ts'
import { CMS_REPLY, CMS_TYPES } from '../cms-data.api.ts'
import {
  type ApiCall,
  bare,
  bareFailure,
  coded,
  RATE_LIMITED_REPLY,
  result,
  socket,
  textReply,
} from './call.api.ts'

const NEWSLETTER = {
  path: '/api/ext/mailchimp-subscribe/subscribe',
  tag: 'Content',
  who: 'everybody',
} as const
const NEWSLETTER_REPLIES = {
  200: result(NEWSLETTER_RESULT, 'How it stands; `null` for an address that never subscribed.'),
  429: RATE_LIMITED_REPLY,
  500: textReply('This is no address, or it did not work.'),
}

const RECEIVED = v.object({ received: v.literal(true) })

export const CONTENT_CALLS: readonly ApiCall[] = [
  ...CMS_TYPES.flatMap((type): ApiCall[] => {
    const shared = {
      method: 'GET',
      tag: 'Content',
      who: 'everybody',
      replies: { 200: result(CMS_REPLY, 'The text.'), 500: coded('There is no such text.') },
    } as const
    return [
      {
        ...shared,
        id: `cms${type}`,
        path: `/api/ext/cms-data/cms${type}/:id`,
        summary: `A ${type.toLowerCase()} of text by its number.`,
        params: v.object({ id: v.string() }),
      },
      {
        ...shared,
        id: `cms${type}ByName`,
        path: `/api/ext/cms-data/cms${type}Identifier/:identifier/storeId/:store`,
        summary: `A ${type.toLowerCase()} of text by its name.`,
        params: v.object({ identifier: v.string(), store: v.picklist(['0', '1']) }),
      },
    ]
  }),
  {
    ...NEWSLETTER,
    id: 'newsletterState',
    method: 'GET',
    summary:
      'Whether an address is subscribed: for its signed-in owner or with the link of a mail, `null` for others.',
    query: NEWSLETTER_QUERY,
    replies: NEWSLETTER_REPLIES,
  },
  {
    ...NEWSLETTER,
    id: 'subscribe',
    method: 'POST',
    summary: 'Subscribes an address.',
    body: NEWSLETTER_BODY,
    replies: NEWSLETTER_REPLIES,
  },
  {
    ...NEWSLETTER,
    id: 'unsubscribe',
    method: 'DELETE',
    summary:
      'Ends a subscription: at once for its signed-in owner; else the mailbox gets a link that does. One answer for both.',
    body: NEWSLETTER_BODY,
    replies: NEWSLETTER_REPLIES,
  },
  {
    id: 'mailToken',
    method: 'GET',
    path: '/api/ext/mail-service/get-token',
    tag: 'Content',
    summary: 'What a mail has to show, for this network and a short time.',
    who: 'everybody',
    replies: { 200: result(MAIL_TOKEN_REPLY, 'The token.') },
  },
  {
    id: 'sendMail',
    method: 'POST',
    path: '/api/ext/mail-service/send-email',
    tag: 'Content',
    summary: 'Mails the shop, or with `confirmation` a receipt to the shopper. Nobody else is mailed.',
    who: 'everybody',
    body: MAIL_SERVICE_BODY,
    replies: {
      200: result(MAIL_SENT_REPLY, 'The mail was taken.'),
      429: RATE_LIMITED_REPLY,
      500: textReply('The token or an address is missing or wrong.'),
    },
  },
  {
    id: 'chatSocket',
    method: 'GET',
    path: '/api/ext/chat/live',
    tag: 'Content',
    summary: 'A WebSocket with the messages of a conversation, which staff name by its id.',
    who: 'page',
    query: v.object({ conversation: v.optional(v.string()) }),
    replies: {
      101: socket(CHAT_FRAME, 'The socket; each message that it brings is JSON of this shape.'),
      403: textReply('This is no page of the shop.'),
      404: textReply('There is no such conversation.'),
      426: textReply('This is no WebSocket.'),
    },
  },
  {
    id: 'countEvents',
    method: 'POST',
    path: '/api/ext/events',
    tag: 'Content',
    summary: 'What happened on a page, to be counted. Nobody is named in it.',
    who: 'page',
    body: EVENTS_BODY,
    replies: {
      200: result(EVENTS_REPLY, 'Whether it was counted.'),
      400: textReply('These are no events.'),
      403: textReply('This is no page of the shop.'),
    },
  },
  {
    id: 'reportRefusal',
    method: 'POST',
    path: '/api/ext/security-report',
    tag: 'Content',
    summary: 'What the policy of a page refused in a browser, as browsers send it.',
    who: 'everybody',
    body: SECURITY_REPORT,
    replies: {
      200: result(v.boolean(), 'Whether it was accepted; reports of a network that sends many are ignored.'),
      400: textReply('This is no report.'),
      415: textReply('The type of the body is none that reports have.'),
    },
  },
  {
    id: 'stripeWebhook',
    method: 'POST',
    path: '/webhooks/stripe',
    tag: 'Payment',
    summary: 'Something changed at Stripe. Only a signed, fresh event counts, and it is a hint.',
    who: 'stripe',
    body: v.looseObject({ id: v.string(), type: v.string(), data: v.unknown() }),
    replies: {
      200: bare(RECEIVED, 'It is received, now or before. There is no envelope.'),
      400: bareFailure('The signature is wrong or old.'),
      404: bareFailure('Card payment is not configured.'),
    },
  },
]
