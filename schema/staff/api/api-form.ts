/** POST /staff/settings/api/form: keys of programs and addresses of webhooks (H14y). */
import * as v from 'valibot'
import { ROW_ID } from '../../platform/forms/number-text.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { KEY_ID, KEY_PERMISSIONS } from './api-key.ts'
import { WEBHOOK_ID, WEBHOOK_KINDS } from './webhook.ts'

/** An empty field is no day. */
const DAY = v.pipe(v.string(), v.regex(/^(?:\d{4}-\d\d-\d\d)?$/))
/** One checked box is a text, several are a list. */
const list = <Value extends string>(values: readonly Value[]) =>
  v.pipe(
    v.optional(v.union([v.string(), v.array(v.string())]), []),
    v.transform((chosen) => [chosen].flat()),
    v.array(v.picklist(values)),
  )

export const API_FORM = v.variant('action', [
  v.object({
    action: v.literal('make-key'),
    name: v.pipe(v.string(), v.trim(), v.maxLength(60)),
    permission: list(KEY_PERMISSIONS),
    key: CHANGE_KEY,
  }),
  v.object({ action: v.literal('end-key'), id: KEY_ID, key: CHANGE_KEY }),
  v.object({
    action: v.literal('add-webhook'),
    address: v.pipe(v.string(), v.trim(), v.maxLength(500)),
    kind: list(WEBHOOK_KINDS),
    key: CHANGE_KEY,
  }),
  v.object({
    action: v.literal('change-webhook'),
    id: WEBHOOK_ID,
    kind: list(WEBHOOK_KINDS),
    key: CHANGE_KEY,
  }),
  v.object({ action: v.picklist(['end-webhook', 'start-webhook']), id: WEBHOOK_ID, key: CHANGE_KEY }),
  v.object({ action: v.literal('replay'), id: WEBHOOK_ID, message: ROW_ID, key: CHANGE_KEY }),
  v.object({ action: v.literal('replay-days'), id: WEBHOOK_ID, from: DAY, until: DAY, key: CHANGE_KEY }),
])
export type ApiForm = v.InferOutput<typeof API_FORM>

export const API_MESSAGES = {
  name: 'Enter a name, such as the program that uses the key.',
  choose: 'Choose at least one.',
  wrong: 'Nothing was changed: please check what you typed.',
  address: 'Enter a public address that begins with https, such as https://hooks.partner.com/tires.',
  webhookChanged: 'Saved.',
  webhookEnded: 'The webhook has ended. Nothing more is sent to it.',
  webhookStarted: 'Started again. What waited is on its way.',
  days: 'Choose the first and the last day.',
  nothing: 'Nothing was sent to this address in that time.',
  keyEnded: 'The key has ended. Its next call is refused.',
} as const
