/** GET /staff/intake/lots/: what was bought together, and the form for the next lot (H14). */
import { type Context, Hono } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { formatDay, workshopDay } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { type LotLine, readBatchChoices } from './batch.sql.ts'

/** `$400.00 for 20 tires`, `$20.00 per tire`. */
function formatPaid({ kind, paid, count }: LotLine): string {
  const tires = count === null ? null : formatQuantity(count, 'tire')
  if (paid === null) return tires ?? 'Cost unknown'
  if (kind === 'each') return [`${formatMoney(paid)} per tire`, tires].filter(Boolean).join(', ')
  return tires ? `${formatMoney(paid)} for ${tires}` : formatMoney(paid)
}

/** A refused form: what was typed, and what is wrong with it. */
export interface RefusedLot {
  typed: Partial<Record<'source' | 'paid' | 'kind' | 'count', string>>
  errors: Partial<Record<string, string>>
  message: string
}

/** Renders the page, with the form that was refused. */
export async function lotsPage(c: Context<AppEnv>, refused?: RefusedLot): Promise<Response> {
  const { lots } = await readBatchChoices(c.env.DB)
  const { typed = {}, errors = {} } = refused ?? {}
  return staffPage(c, {
    title: 'Lots',
    current: staffPaths.intake,
    ...(refused && { status: 422 }),
    body: (
      <div className="intake-lots">
        {refused ? <Alert tone="error">{refused.message}</Alert> : flashAlert(c)}
        <form method="post" action={staffPaths.lots}>
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <Field
            name="source"
            label="From whom"
            required
            maxLength={100}
            defaultValue={typed.source}
            error={errors.source}
          />
          <Field
            name="paid"
            label="Paid, in dollars (optional)"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.paid}
            error={errors.paid}
          />
          <Select
            name="kind"
            label="Paid for"
            defaultValue={typed.kind}
            options={[
              { value: 'whole', label: 'The whole lot' },
              { value: 'each', label: 'Each tire' },
            ]}
          />
          <Field
            name="count"
            label="Tires in it (optional)"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typed.count}
            error={errors.count}
          />
          <Button type="submit" kind="buy" size="big">
            Add the lot
          </Button>
        </form>
        <p>
          <LinkButton href={staffPaths.intake}>Back to taking in</LinkButton>
        </p>
        {lots.length === 0 ? (
          <p>No lots yet.</p>
        ) : (
          <ul className="staff-list">
            {lots.map((lot) => (
              <li key={lot.id} className="staff-line">
                <b>
                  {lot.id}. {lot.source}
                </b>
                <p>
                  {formatDay(workshopDay(lot.createdAt))}. {formatPaid(lot)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    ),
  })
}

export const staffLotsPages = new Hono<AppEnv>().get(
  staffPaths.lots,
  staffRoute('cost.see', (c) => lotsPage(c)),
)
