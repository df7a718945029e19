/** /staff/orders/{number}/items: a line of the order is removed or swapped; its difference is shown before anything changes (H14o). */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { isOrderNumber, type OrderLine } from '../../../schema/orders/order.ts'
import { paths, staffOrderHref, staffPaths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { LINE_EDIT_MESSAGES, LINE_EDIT_QUERY } from '../../../schema/staff/orders/line-edit-form.ts'
import { orderItemsHref } from '../../../schema/staff/orders/order-paths.ts'
import type { AppEnv } from '../../env.ts'
import { type OrderDetails, readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { canEditLines, type EditPreview, previewEdit, refundOf, toWanted } from './edit-lines.ts'

async function editLinesPage(c: Context<AppEnv>): Promise<Response> {
  const orderNumber = c.req.param('order') ?? ''
  const details = isOrderNumber(orderNumber) ? await readOrderDetails(c.env.DB, orderNumber) : null
  if (!details) return c.notFound()
  const asked = v.safeParse(LINE_EDIT_QUERY, c.req.query())
  const result = asked.success
    ? await previewEdit(c.env.DB, details, toWanted(asked.output), Date.now())
    : null
  return staffPage(c, {
    title: `Items of ${orderNumber}`,
    current: paths.staffOrders,
    body: [
      flashAlert(c),
      result && !result.ok ? (
        <Alert key="problem" tone="error">
          {result.message}
        </Alert>
      ) : null,
      result?.ok && asked.success ? (
        <Preview key="preview" {...{ details, preview: result.preview, code: asked.output.code }} />
      ) : (
        <Lines key="lines" details={details} />
      ),
      <p key="back">
        <a href={staffOrderHref(orderNumber)}>Back to the order</a>
      </p>,
    ],
  })
}

function Lines({ details: { order, life } }: { details: OrderDetails }) {
  if (!canEditLines(life)) return <Alert>{LINE_EDIT_MESSAGES.tooLate}</Alert>
  const lines = order.lines.filter(({ service }) => !service)
  return (
    <>
      <p>See the difference first. Nothing changes until you confirm.</p>
      <ul className="order-edit-lines">
        {lines.map((line) => (
          <li key={line.itemId}>
            <LineText line={line} />
            <div className="order-edit-ways">
              <AskForm orderNumber={order.orderNumber} line={line} change="swap">
                <Field
                  name="code"
                  id={`code-${line.itemId}`}
                  label={`Swap ${line.sku} for`}
                  hint="Scan the label of the other tire, or type its SKU."
                  autoComplete="off"
                  autoCapitalize="characters"
                  maxLength={300}
                  required
                />
                <Button type="submit">See the difference</Button>
              </AskForm>
              {lines.length > 1 ? (
                <AskForm orderNumber={order.orderNumber} line={line} change="remove">
                  <Button type="submit">
                    Remove<span className="visually-hidden"> {line.sku}</span>
                  </Button>
                </AskForm>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function LineText({ line: { qty, title, facts, sku, rowTotal } }: { line: OrderLine }) {
  return (
    <p className="order-edit-line">
      <span>
        <b>
          {qty} × {title}
        </b>
        <br />
        <span className="quiet">{[facts, sku].filter(Boolean).join(', ')}</span>
      </span>
      <b className="num">{formatMoney(rowTotal)}</b>
    </p>
  )
}

function AskForm({
  orderNumber,
  line,
  change,
  children,
}: {
  orderNumber: string
  line: OrderLine
  change: 'remove' | 'swap'
  children: React.ReactNode
}) {
  return (
    <form method="get" action={orderItemsHref(orderNumber)}>
      <input type="hidden" name="change" value={change} />
      <input type="hidden" name="item" value={line.itemId} />
      {children}
    </form>
  )
}

function Preview({
  details: { order },
  preview,
  code,
}: {
  details: OrderDetails
  preview: EditPreview
  code: string
}) {
  const { edit, plan, version } = preview
  const next = plan.lines.find(({ itemId }) => itemId === edit.itemId)
  const rows: [term: string, amount: number][] = [
    ['Total now', order.totals.grandTotal],
    ['Total after', plan.totals.grandTotal],
  ]
  return (
    <section className="order-edit" aria-labelledby="edit-title">
      <h2 id="edit-title">{edit.kind === 'remove' ? 'Remove this line?' : 'Swap this tire?'}</h2>
      <LineText line={plan.before} />
      {next ? (
        <>
          <p className="quiet">for</p>
          <LineText line={next} />
        </>
      ) : null}
      <dl className="order-sums">
        {rows.map(([term, amount]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="num">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <b>{formatOutcome(preview)}</b>
      </p>
      <PostForm
        path={staffPaths.orderDeskForm}
        fields={{
          action: 'line',
          order: order.orderNumber,
          change: edit.kind,
          item: edit.itemId,
          code,
          version,
          difference: plan.difference,
        }}
        className="button-row"
      >
        <Button type="submit" kind="buy" size="big">
          {edit.kind === 'remove' ? 'Remove the line' : 'Swap the tire'}
        </Button>
        <LinkButton href={orderItemsHref(order.orderNumber)} size="big">
          Leave it
        </LinkButton>
      </PostForm>
    </section>
  )
}

function formatOutcome(preview: EditPreview): string {
  const { difference } = preview.plan
  const amount = formatMoney(Math.abs(difference))
  if (difference === 0) return 'The total stays the same.'
  if (preview.isUnpaid) return `The customer pays ${amount} ${difference > 0 ? 'more' : 'less'} on delivery.`
  return refundOf(preview) > 0
    ? `${amount} goes back to the customer.`
    : `The customer has ${amount} to pay. You get a pay link, the other tire is held for a day, and nothing of the order changes until it’s paid.`
}

export const editLinesPages = new Hono<AppEnv>().get(
  orderItemsHref(':order'),
  staffRoute('orders.edit', editLinesPage),
)
