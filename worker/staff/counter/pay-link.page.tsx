/** /staff/sell/{n}/link: the pay link of a sale as a QR code, and in a text message or email with the words ready (H14p). */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { screenCode } from '../../../client/staff/print/qr-code.ts'
import { payHref } from '../../../schema/orders/counter/pay-link.ts'
import { isPlaced } from '../../../schema/orders/order.ts'
import { formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { saleHref } from '../../../schema/staff/counter/counter-paths.ts'
import { darkRuns, type QrMatrix } from '../../../schema/staff/print/qr-matrix.ts'
import type { AppEnv } from '../../env.ts'
import { readCounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import { quoteLink } from '../../orders/counter/link-quote.ts'
import { signPayLink } from '../../orders/counter/pay-signature.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { HoldClock } from './sale-view.tsx'

/** White modules around a code, by which a camera finds it. */
const QUIET_ZONE = 4

/** Renders the link of an open sale; a paid or ended one leads to its page. */
export async function payLinkPage(c: Context<AppEnv>): Promise<Response> {
  const id = Number(c.req.param('sale'))
  const draft = await readCounterDraft(c.env.DB, id)
  if (!draft) return c.notFound()
  const isPaid = draft.orderStatus !== null && isPlaced(draft.orderStatus)
  if (draft.state === 'ended' || isPaid) return c.redirect(saleHref(id), 302)
  const { siteUrl, cartSecret } = c.get('config')
  const link = `${siteUrl}${payHref(id, signPayLink(cartSecret, id))}`
  const { due } = await quoteLink(c.env.DB, draft)
  const words = `Your tires at Treadline, ${formatMoney(due)}. Pay until ${formatShopTime(draft.holdUntil)}: ${link}`
  const phone = draft.buyer?.phoneNumber ?? ''
  const mail = `mailto:${draft.buyer?.email ?? ''}?subject=${encodeURIComponent('Pay for your tires')}&body=${encodeURIComponent(words)}`
  return staffPage(c, {
    title: `Pay link of sale ${id}`,
    current: staffPaths.sell,
    body: (
      <div className="counter counter-link">
        {draft.state === 'ordered' ? <Alert>The customer is paying now.</Alert> : null}
        <HoldClock until={draft.holdUntil} />
        <p>The customer scans this with a phone and pays {formatMoney(due)} there.</p>
        <QrPicture matrix={screenCode(link)} />
        <p className="button-row">
          <LinkButton href={`sms:${phone ? `+1${phone}` : ''}?&body=${encodeURIComponent(words)}`} size="big">
            Text it
          </LinkButton>
          <LinkButton href={mail} size="big">
            Email it
          </LinkButton>
          <Button size="big" data-copy="pay-link">
            Copy it
          </Button>
        </p>
        <p id="pay-link" className="counter-address">
          {link}
        </p>
        <p>
          <LinkButton href={saleHref(id)}>Back to the sale</LinkButton>
        </p>
      </div>
    ),
  })
}

function QrPicture({ matrix }: { matrix: QrMatrix }) {
  const side = matrix.size + 2 * QUIET_ZONE
  const path = darkRuns(matrix)
    .map(({ x, y, length }) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`)
    .join('')
  return (
    <svg
      className="counter-code"
      role="img"
      aria-label="QR code of the pay link"
      viewBox={`0 0 ${side} ${side}`}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
