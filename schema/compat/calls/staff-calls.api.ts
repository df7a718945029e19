/** The calls of the sign-in of staff, by the pages of the back office. */
import * as v from 'valibot'
import { BULK_PATHS } from '../../staff/bulk/bulk-paths.ts'
import { GRID_BODY, GRID_RESULT } from '../../staff/bulk/grid.api.ts'
import { CHANGE_BODY, CHANGE_REFUSED, CHANGED_RESULT, UNDO_BODY } from '../../staff/changes/change.api.ts'
import { NEW_ORDERS_EVENT, NEW_ORDERS_QUERY } from '../../staff/new-orders/new-orders.api.ts'
import { NEW_ORDERS_PATH } from '../../staff/orders/order-paths.ts'
import { BEGIN_PASSKEY_BODY, FINISH_PASSKEY_BODY, STAFF_SIGN_IN_BODY } from '../../staff/passkey.api.ts'
import {
  type ApiCall,
  failure,
  KEY_LIMITED_REPLY,
  RATE_LIMITED_REPLY,
  result,
  socket,
  textReply,
  VIOLATIONS,
} from './call.api.ts'

/** The options of WebAuthn's level 3, for `PublicKeyCredential.parse…OptionsFromJSON`. */
const OPTIONS = v.looseObject({ challenge: v.string() })
const COMMON = {
  400: failure(v.union([v.string(), VIOLATIONS]), 'The body is invalid.'),
  403: textReply('The request is not from a page of the shop, or the last passkey was used too long ago.'),
  429: RATE_LIMITED_REPLY,
}
const NO_LINK = textReply('The link is used or expired, and nobody is signed in.')

const REFUSED = failure(CHANGE_REFUSED, 'Nothing was changed, and why.')
const CHANGE_FAILURES = {
  400: failure(v.union([v.string(), VIOLATIONS]), 'The body is invalid.'),
  401: textReply('Nobody of the staff is signed in, or the key is unknown or has ended.'),
  403: failure(v.union([v.string(), CHANGE_REFUSED]), 'The role does not include this.'),
  404: REFUSED,
  409: REFUSED,
  422: REFUSED,
  429: KEY_LIMITED_REPLY,
}

export const STAFF_CALLS: readonly ApiCall[] = [
  {
    id: 'newOrdersSocket',
    method: 'GET',
    path: NEW_ORDERS_PATH,
    tag: 'Staff',
    summary: 'Opens a WebSocket that informs an open screen about new orders.',
    who: 'page',
    query: NEW_ORDERS_QUERY,
    replies: {
      101: socket(NEW_ORDERS_EVENT, 'The socket; each message is JSON of this schema.'),
      400: textReply('The time is invalid.'),
      401: CHANGE_FAILURES[401],
      403: textReply('The role does not include this, or the request does not come from a page of the shop.'),
      426: textReply('The request is not a WebSocket upgrade.'),
    },
  },
  {
    id: 'beginPasskey',
    method: 'POST',
    path: '/api/ext/staff/passkeys/begin',
    tag: 'Staff',
    summary: 'Begins to add a passkey of an invited or signed-in staff member.',
    who: 'page',
    body: BEGIN_PASSKEY_BODY,
    replies: { 200: result(OPTIONS, 'The options of the new passkey.'), ...COMMON, 404: NO_LINK },
  },
  {
    id: 'finishPasskey',
    method: 'POST',
    path: '/api/ext/staff/passkeys/finish',
    tag: 'Staff',
    summary: 'Adds the passkey; with an invitation, its owner is signed in.',
    who: 'page',
    body: FINISH_PASSKEY_BODY,
    replies: {
      200: result(v.literal(true), 'The passkey is added.'),
      ...COMMON,
      404: NO_LINK,
      409: textReply('The answer is late, or not one to a challenge of this person.'),
    },
  },
  {
    id: 'beginStaffSignIn',
    method: 'POST',
    path: '/api/ext/staff/sign-in/begin',
    tag: 'Staff',
    summary: 'Begins a sign-in with a passkey.',
    who: 'page',
    body: BEGIN_PASSKEY_BODY,
    replies: { 200: result(OPTIONS, 'The options of the sign-in.'), ...COMMON },
  },
  {
    id: 'finishStaffSignIn',
    method: 'POST',
    path: '/api/ext/staff/sign-in/finish',
    tag: 'Staff',
    summary: 'Signs a staff member in with a passkey.',
    who: 'page',
    body: STAFF_SIGN_IN_BODY,
    replies: {
      200: result(v.literal(true), 'The cookie of the session is set.'),
      ...COMMON,
      401: textReply('The passkey is unknown, or its answer is late, repeated or wrong.'),
    },
  },
  {
    id: 'verifyStaff',
    method: 'POST',
    path: '/api/ext/staff/verify',
    tag: 'Staff',
    summary: 'Confirms with a passkey who is signed in; people, roles and large refunds need it.',
    who: 'page',
    body: STAFF_SIGN_IN_BODY,
    replies: {
      200: result(v.literal(true), 'Confirmed for ten minutes.'),
      ...COMMON,
      401: textReply('The passkey is of somebody else, or nobody is signed in.'),
    },
  },
  {
    id: 'staffSignOut',
    method: 'POST',
    path: '/api/ext/staff/sign-out',
    tag: 'Staff',
    summary: 'Ends the session of a staff member.',
    who: 'page',
    body: BEGIN_PASSKEY_BODY,
    replies: { 200: result(v.literal(true), 'The session has ended.'), ...COMMON },
  },
  {
    id: 'changeRecord',
    method: 'POST',
    path: '/api/ext/staff/changes',
    tag: 'Staff',
    summary: 'Changes a unit, a bin or a lot; fields that others changed meanwhile are merged.',
    who: 'staff',
    permission: 'units.see',
    body: CHANGE_BODY,
    replies: { 200: result(CHANGED_RESULT, 'The change is in the audit log.'), ...CHANGE_FAILURES },
  },
  {
    id: 'undoChange',
    method: 'POST',
    path: '/api/ext/staff/changes/undo',
    tag: 'Staff',
    summary: 'Undoes a change within 30 days; what was changed since stays.',
    who: 'staff',
    permission: 'units.see',
    body: UNDO_BODY,
    replies: { 200: result(CHANGED_RESULT, 'The former values are back.'), ...CHANGE_FAILURES },
  },
  {
    id: 'saveUnitGrid',
    method: 'POST',
    path: BULK_PATHS.gridCall,
    tag: 'Staff',
    summary:
      'Changes fields of up to 500 units as one change, which is undone as one; says of each unit what happened.',
    who: 'staff',
    permission: 'bulk',
    body: GRID_BODY,
    replies: {
      200: result(
        GRID_RESULT,
        'The rows: changed, the same, refused, or changed by somebody else meanwhile.',
      ),
      400: CHANGE_FAILURES[400],
      401: CHANGE_FAILURES[401],
      403: textReply('The role or the key may not change so many units.'),
      413: textReply('The body is larger than 512 kB.'),
      429: KEY_LIMITED_REPLY,
    },
  },
]
