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
  200: result(
    NEWSLETTER_RESULT,
    'The state of the subscription; `null` for an address that never subscribed.',
  ),
  429: RATE_LIMITED_REPLY,
  500: textReply('The address is invalid, or the request failed.'),
}

const RECEIVED = v.object({ received: v.literal(true) })

export const CONTENT_CALLS: readonly ApiCall[] = [
  ...CMS_TYPES.flatMap((type): ApiCall[] => {
    const shared = {
      method: 'GET',
      tag: 'Content',
      who: 'everybody',
      replies: { 200: result(CMS_REPLY, 'The text.'), 500: coded('The text is unknown.') },
    } as const
    return [
      {
        ...shared,
        id: `cms${type}`,
        path: `/api/ext/cms-data/cms${type}/:id`,
        summary: `Returns a text ${type.toLowerCase()} by its id.`,
        params: v.object({ id: v.string() }),
      },
      {
        ...shared,
        id: `cms${type}ByName`,
        path: `/api/ext/cms-data/cms${type}Identifier/:identifier/storeId/:store`,
        summary: `Returns a text ${type.toLowerCase()} by its identifier.`,
        params: v.object({ identifier: v.string(), store: v.picklist(['0', '1']) }),
      },
    ]
  }),
  {
    ...NEWSLETTER,
    id: 'newsletterState',
    method: 'GET',
    summary:
      'Returns the subscription of an address for its signed-in owner or with the link of an email; `null` for others.',
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
      'Ends a subscription: at once for its signed-in owner, otherwise by a link in an email. Both have the same reply.',
    body: NEWSLETTER_BODY,
    replies: NEWSLETTER_REPLIES,
  },
  {
    id: 'mailToken',
    method: 'GET',
    path: '/api/ext/mail-service/get-token',
    tag: 'Content',
    summary: 'Returns a token for sending an email from this network within a short time.',
    who: 'everybody',
    replies: { 200: result(MAIL_TOKEN_REPLY, 'The token.') },
  },
  {
    id: 'sendMail',
    method: 'POST',
    path: '/api/ext/mail-service/send-email',
    tag: 'Content',
    summary: 'Sends an email to the shop, or with `confirmation` a receipt to the shopper.',
    who: 'everybody',
    body: MAIL_SERVICE_BODY,
    replies: {
      200: result(MAIL_SENT_REPLY, 'The email was accepted.'),
      429: RATE_LIMITED_REPLY,
      500: textReply('The token or an address is missing or invalid.'),
    },
  },
  {
    id: 'chatSocket',
    method: 'GET',
    path: '/api/ext/chat/live',
    tag: 'Content',
    summary: 'Opens a WebSocket with the messages of a conversation; staff select it by its id.',
    who: 'page',
    query: v.object({ conversation: v.optional(v.string()) }),
    replies: {
      101: socket(CHAT_FRAME, 'The socket; each message is JSON of this schema.'),
      403: textReply('The request does not come from a page of the shop.'),
      404: textReply('The conversation is unknown.'),
      426: textReply('The request is not a WebSocket upgrade.'),
    },
  },
  {
    id: 'countEvents',
    method: 'POST',
    path: '/api/ext/events',
    tag: 'Content',
    summary: 'Counts events of a page, without personal data.',
    who: 'page',
    body: EVENTS_BODY,
    replies: {
      200: result(EVENTS_REPLY, 'Whether the events were counted.'),
      400: textReply('The body has no valid events.'),
      403: textReply('The request does not come from a page of the shop.'),
    },
  },
  {
    id: 'reportRefusal',
    method: 'POST',
    path: '/api/ext/security-report',
    tag: 'Content',
    summary: 'Accepts a browser report about a violated Content-Security-Policy.',
    who: 'everybody',
    body: SECURITY_REPORT,
    replies: {
      200: result(
        v.boolean(),
        'Whether the report was accepted; reports of a network that sends many are ignored.',
      ),
      400: textReply('The body is not a report.'),
      415: textReply('The content type is not that of a report.'),
    },
  },
  {
    id: 'stripeWebhook',
    method: 'POST',
    path: '/webhooks/stripe',
    tag: 'Payment',
    summary: 'Accepts a signed, recent event of Stripe; the shop then reads the payment from Stripe.',
    who: 'stripe',
    body: v.looseObject({ id: v.string(), type: v.string(), data: v.unknown() }),
    replies: {
      200: bare(RECEIVED, 'The event was received, now or before; without an envelope.'),
      400: bareFailure('The signature is invalid or too old.'),
      404: bareFailure('Card payment is not configured.'),
    },
  },
]
