/** POST /api/ext/staff/…: the two ceremonies of passkeys, and the sign-out of staff (H14). */
import * as v from 'valibot'
import { boundedList } from '../platform/list.ts'

/** A bound in the expression keeps a text that is far too long unread. */
const BASE64URL = v.pipe(v.string(), v.regex(/^[\w-]{0,8000}$/))
const CREDENTIAL = {
  id: v.pipe(BASE64URL, v.minLength(8), v.maxLength(1_400)),
  rawId: BASE64URL,
  type: v.literal('public-key'),
  clientExtensionResults: v.looseObject({}),
  authenticatorAttachment: v.optional(v.picklist(['platform', 'cross-platform'])),
}

/** The token of the link in an invitation; without it the signed-in staff member adds a passkey. */
const INVITATION = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/)))

export const BEGIN_PASSKEY_BODY = v.object({ invitation: INVITATION })

export const FINISH_PASSKEY_BODY = v.object({
  invitation: INVITATION,
  /** The device, as its owner will know it again. */
  label: v.pipe(v.string(), v.trim(), v.maxLength(60)),
  response: v.object({
    ...CREDENTIAL,
    response: v.object({
      clientDataJSON: BASE64URL,
      attestationObject: BASE64URL,
      transports: v.optional(boundedList(v.pipe(v.string(), v.maxLength(20)), 10), []),
    }),
  }),
})

export const STAFF_SIGN_IN_BODY = v.object({
  response: v.object({
    ...CREDENTIAL,
    response: v.object({
      clientDataJSON: BASE64URL,
      authenticatorData: BASE64URL,
      signature: BASE64URL,
      userHandle: v.optional(BASE64URL),
    }),
  }),
})

export const STAFF_SIGN_IN_MESSAGES = {
  link: 'This link was used, or it’s more than two days old. Ask for a new one.',
  passkey: 'That passkey isn’t one of this shop’s staff. Try another, or ask the owner for a link.',
  challenge: 'That took too long, or your device refused. Try again.',
  verify: 'Confirm with your passkey first.',
  other: 'That passkey isn’t yours, or you’re signed out. Try again.',
} as const
