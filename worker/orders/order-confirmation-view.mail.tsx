/** The HTML of the mail that confirms an order. */

import type { Order } from '../../schema/orders/order.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import {
  ActionLink,
  CONDENSED,
  heading,
  INK,
  LINE,
  MailLayout,
  MailSection,
  number,
  small,
  Table,
  text,
} from '../platform/mail/mail-layout.mail.tsx'
import type { OrderConfirmation } from './order-confirmation-content.tsx'

/** The note under the files of an order. */
export const DOWNLOAD_NOTE = 'These links work for 30 days. They’re just for you.'

export function OrderConfirmationView(props: { order: Order; content: OrderConfirmation; siteUrl: string }) {
  const { order, content, siteUrl } = props
  return (
    <MailLayout title={`Order ${order.orderNumber}`} preview={content.preview} siteUrl={siteUrl}>
      <MailSection>
        <h1 className="ink" style={{ ...heading, fontSize: 28, lineHeight: '32px' }}>
          {content.title}
        </h1>
        <p className="ink" style={{ ...number, fontFamily: CONDENSED, fontSize: 40, lineHeight: '48px' }}>
          {order.orderNumber}
        </p>
        <p className="ink" style={text}>
          {content.intro}
        </p>
        {content.arrival && (
          <p className="ink" style={{ ...text, fontWeight: 700, paddingTop: 8 }}>
            {content.arrival}
          </p>
        )}
        {content.mountingHref ? (
          <ActionLink href={content.mountingHref}>Pick your mounting time</ActionLink>
        ) : null}
        <ActionLink href={content.links.status}>See your order</ActionLink>
        <p className="ink-2" style={{ ...small, paddingTop: 8 }}>
          <a className="ink-2" href={content.links.invoice} style={{ color: small.color }}>
            Print the invoice
          </a>
        </p>
      </MailSection>
      <MailSection>
        <Table>
          {order.lines.map((line) => (
            <tr key={line.itemId}>
              <td className="line" style={{ padding: '12px 12px 12px 0', borderBottom: `1px solid ${LINE}` }}>
                <p className="ink" style={{ ...text, fontWeight: 600 }}>
                  {line.qty} × {line.title}
                </p>
                {line.facts && (
                  <p className="ink-2" style={small}>
                    {line.facts}
                  </p>
                )}
                {line.choices.map(({ label, value }) => (
                  <p key={label} className="ink-2" style={small}>
                    {label}: {value}
                  </p>
                ))}
              </td>
              <td
                className="line"
                align="right"
                valign="top"
                style={{ padding: '12px 0', borderBottom: `1px solid ${LINE}` }}
              >
                <span className="ink" style={number}>
                  {formatMoney(line.rowTotal)}
                </span>
              </td>
            </tr>
          ))}
          {content.sums.map(([label, amount]) => (
            <Sum key={label} label={label} amount={amount} />
          ))}
          <tr>
            <td style={{ padding: '8px 0' }}>
              <span className="ink" style={heading}>
                Total
              </span>
              <p className="ink-2" style={small}>
                {content.payment}
              </p>
            </td>
            <td align="right" valign="top" style={{ padding: '8px 0' }}>
              <span
                className="ink"
                style={{
                  ...number,
                  fontFamily: CONDENSED,
                  fontSize: 28,
                  lineHeight: '32px',
                  fontWeight: 700,
                }}
              >
                {content.total}
              </span>
            </td>
          </tr>
        </Table>
      </MailSection>
      {content.downloads.length > 0 && (
        <MailSection title="Your files">
          {content.downloads.map(({ title, href }) => (
            <p key={href} className="ink" style={text}>
              <a className="ink" href={href} style={{ color: INK }}>
                {title}
              </a>
            </p>
          ))}
          <p className="ink-2" style={{ ...small, paddingTop: 8 }}>
            {DOWNLOAD_NOTE}
          </p>
        </MailSection>
      )}
      <AddressSection title="Ship to" lines={content.shipTo} />
      <AddressSection title="Bill to" lines={content.billTo} />
      <MailSection title="What we promise">
        {content.promises.map((promise) => (
          <p key={promise} className="ink" style={{ ...text, paddingBottom: 8 }}>
            {promise}
          </p>
        ))}
      </MailSection>
      <MailSection title="If it doesn’t fit">
        <p className="ink" style={text}>
          {content.returns}
        </p>
        <p className="ink" style={{ ...text, paddingTop: 8 }}>
          <a className="ink" href={content.returnsHref} style={{ color: INK }}>
            Return policy
          </a>{' '}
          ·{' '}
          <a className="ink" href={content.contactHref} style={{ color: INK }}>
            Contact
          </a>
        </p>
      </MailSection>
    </MailLayout>
  )
}

function AddressSection({ title, lines }: { title: string; lines: string[] | null }) {
  return (
    lines && (
      <MailSection title={title}>
        {lines.map((line) => (
          <p key={line} className="ink" style={text}>
            {line}
          </p>
        ))}
      </MailSection>
    )
  )
}

function Sum(props: { label: string; amount: string }) {
  return (
    <tr>
      <td style={{ padding: '8px 12px 0 0' }}>
        <span className="ink-2" style={small}>
          {props.label}
        </span>
      </td>
      <td align="right" style={{ padding: '8px 0 0' }}>
        <span className="ink" style={number}>
          {props.amount}
        </span>
      </td>
    </tr>
  )
}
