/** GET /staff/settings/api/: keys of programs, and the addresses that get webhooks (H14y). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { paths } from '../../../schema/paths.ts'
import { API_PATHS } from '../../../schema/staff/api/api-paths.ts'
import type { AppEnv } from '../../env.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readKeys } from './api-key.sql.ts'
import { Keys, type RefusedKey } from './api-keys.tsx'
import { readWebhooks } from './webhook-record.sql.ts'
import { type RefusedWebhook, Webhooks } from './webhooks.tsx'

/** A form that was refused, with what was typed. */
export type RefusedForm = { message: string } & (
  | ({ form: 'key' } & RefusedKey)
  | ({ form: 'webhook' } & RefusedWebhook)
)

/** What a form left for this page to show: a secret, once, or why the form was refused. */
interface Outcome {
  secret?: { title: string; secret: string }
  refused?: RefusedForm
}

export async function apiPage(c: Context<AppEnv>, { secret, refused }: Outcome = {}): Promise<Response> {
  const [keys, webhooks] = await Promise.all([readKeys(c.env.DB), readWebhooks(c.env.DB)])
  return staffPage(c, {
    title: 'API and webhooks',
    current: API_PATHS.settings,
    ...(refused && { status: 422 }),
    body: (
      <>
        {secret ? null : formAlert(c, refused?.message)}
        {secret ? <NewSecret {...secret} /> : null}
        <p>
          Other programs can read and change the shop with a key. <a href={paths.apiReference}>All calls</a>{' '}
          are listed with what each needs.
        </p>
        <Keys keys={keys} refused={refused?.form === 'key' ? refused : undefined} />
        <Webhooks webhooks={webhooks} refused={refused?.form === 'webhook' ? refused : undefined} />
      </>
    ),
  })
}

/** A new key or secret; nobody can read it again later. */
function NewSecret({ title, secret }: { title: string; secret: string }) {
  return (
    <section className="staff-link" aria-labelledby="secret-title">
      <h2 id="secret-title">{title}</h2>
      <p>Copy it into the other program now. We won’t show it again.</p>
      <p className="staff-secret" id="secret">
        {secret}
      </p>
      <Button data-copy="secret">Copy</Button>
    </section>
  )
}

export const apiPages = new Hono<AppEnv>().get(
  API_PATHS.settings,
  staffRoute('keys', (c) => apiPage(c)),
)
