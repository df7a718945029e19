/**
 * The order mail's HTML. Tables carry the layout and styles stand on the elements, for mail programs know little else;
 * the one style sheet only turns the colours around in the dark. Colours are the shop's tokens (look.md).
 */
import type { CSSProperties, ReactNode } from 'react'
import { formatMoney } from '../../schema/domain/money.ts'
import type { Order } from '../../schema/domain/order.ts'
import type { OrderWords } from './order-confirmation.tsx'

const PAPER = '#F6F5F0'
const INK = '#16181A'
const INK_2 = '#4B4E50'
const LINE = '#D2CFC5'
const FONT = "'Public Sans', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"
const CONDENSED = "'Archivo Narrow', 'Arial Narrow', Arial, sans-serif"

/** Under the files of an order. */
export const DOWNLOAD_NOTE = 'These links work for 30 days and are meant for you alone.'

const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: ${INK} !important; }
  .ink { color: ${PAPER} !important; }
  .ink-2 { color: #C4C1B7 !important; }
  .rule { border-color: ${PAPER} !important; }
  .line { border-color: #4B4E50 !important; }
}
a { color: inherit; }
`

const text: CSSProperties = { fontFamily: FONT, fontSize: 16, lineHeight: '24px', color: INK, margin: 0 }
const small: CSSProperties = { ...text, fontSize: 14, lineHeight: '20px', color: INK_2 }
const number: CSSProperties = { ...text, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }
const heading: CSSProperties = { ...text, fontFamily: CONDENSED, fontSize: 18, fontWeight: 700 }

export function OrderMail(props: { order: Order; words: OrderWords; siteUrl: string }) {
  const { order, words, siteUrl } = props
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`Order ${order.orderNumber}`}</title>
        <style>{DARK}</style>
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, background: PAPER }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{words.preview}</div>
        <Table className="paper" style={{ background: PAPER }}>
          <tr>
            <td align="center" style={{ padding: '32px 16px 48px' }}>
              <Table style={{ maxWidth: 560 }}>
                <tr>
                  <td style={{ paddingBottom: 24 }}>
                    <a
                      className="ink"
                      href={siteUrl}
                      style={{ ...heading, fontSize: 22, textDecoration: 'none' }}
                    >
                      Treadline
                    </a>
                  </td>
                </tr>
                <Chapter>
                  <h1 className="ink" style={{ ...heading, fontSize: 28, lineHeight: '32px' }}>
                    {words.title}
                  </h1>
                  <p
                    className="ink"
                    style={{ ...number, fontFamily: CONDENSED, fontSize: 40, lineHeight: '48px' }}
                  >
                    {order.orderNumber}
                  </p>
                  <p className="ink" style={text}>
                    {words.intro}
                  </p>
                  {words.arrival && (
                    <p className="ink" style={{ ...text, fontWeight: 700, paddingTop: 8 }}>
                      {words.arrival}
                    </p>
                  )}
                </Chapter>
                <Chapter>
                  <Table>
                    {order.lines.map((line) => (
                      <tr key={line.itemId}>
                        <td
                          className="line"
                          style={{ padding: '12px 12px 12px 0', borderBottom: `1px solid ${LINE}` }}
                        >
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
                    {words.sums.map(([label, amount]) => (
                      <Sum key={label} label={label} amount={amount} />
                    ))}
                    <tr>
                      <td style={{ padding: '8px 0' }}>
                        <span className="ink" style={heading}>
                          Total
                        </span>
                        <p className="ink-2" style={small}>
                          {words.payment}
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
                          {words.total}
                        </span>
                      </td>
                    </tr>
                  </Table>
                </Chapter>
                {words.downloads.length > 0 && (
                  <Chapter title="Your files">
                    {words.downloads.map(({ title, href }) => (
                      <p key={href} className="ink" style={text}>
                        <a className="ink" href={href} style={{ color: INK }}>
                          {title}
                        </a>
                      </p>
                    ))}
                    <p className="ink-2" style={{ ...small, paddingTop: 8 }}>
                      {DOWNLOAD_NOTE}
                    </p>
                  </Chapter>
                )}
                {words.shipTo && (
                  <Chapter title="Goes to">
                    {words.shipTo.map((line) => (
                      <p key={line} className="ink" style={text}>
                        {line}
                      </p>
                    ))}
                  </Chapter>
                )}
                <Chapter title="What we promise">
                  {words.promises.map((promise) => (
                    <p key={promise} className="ink" style={{ ...text, paddingBottom: 8 }}>
                      {promise}
                    </p>
                  ))}
                </Chapter>
                <Chapter title="If it does not fit">
                  <p className="ink" style={text}>
                    {words.returns}
                  </p>
                  <p className="ink" style={{ ...text, paddingTop: 8 }}>
                    <a className="ink" href={words.returnsHref} style={{ color: INK }}>
                      Return policy
                    </a>{' '}
                    ·{' '}
                    <a className="ink" href={words.contactHref} style={{ color: INK }}>
                      Contact
                    </a>
                  </p>
                </Chapter>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

/** A layout table: `presentation`, so that a screen reader does not announce it. */
function Table(props: { children: ReactNode; className?: string; style?: CSSProperties }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className={props.className}
      style={{ borderCollapse: 'collapse', ...props.style }}
    >
      <tbody>{props.children}</tbody>
    </table>
  )
}

function Chapter(props: { title?: string; children: ReactNode }) {
  return (
    <tr>
      <td className="rule" style={{ borderTop: `2px solid ${INK}`, padding: '16px 0 24px' }}>
        {props.title && (
          <h2 className="ink" style={{ ...heading, paddingBottom: 8 }}>
            {props.title}
          </h2>
        )}
        {props.children}
      </td>
    </tr>
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
