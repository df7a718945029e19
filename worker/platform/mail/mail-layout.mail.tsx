/**
 * The layout of all mails. It uses tables and inline styles, because mail programs support little else; the only style
 * sheet has the colors of the dark scheme. Colors are the shop's tokens.
 */
import type { CSSProperties, ReactNode } from 'react'

const PAPER = '#F6F5F0'
export const INK = '#16181A'
const INK_2 = '#4B4E50'
export const LINE = '#D2CFC5'
const SIGNAL = '#007642'
const WHITE = '#FFFFFF'
const FONT = "'Public Sans', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"
export const CONDENSED = "'Archivo Narrow', 'Arial Narrow', Arial, sans-serif"

/** Colors of the dark scheme: each element has its light color inline and a class for its dark color. */
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

/** Used with class `ink`. */
export const text: CSSProperties = {
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: '24px',
  color: INK,
  margin: 0,
}
/** Used with class `ink-2`. */
export const small: CSSProperties = { ...text, fontSize: 14, lineHeight: '20px', color: INK_2 }
export const number: CSSProperties = { ...text, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }
export const heading: CSSProperties = { ...text, fontFamily: CONDENSED, fontSize: 18, fontWeight: 700 }

/** Renders the whole document. `preview` is the line that mail programs show beside the subject; `children` are sections. */
export function MailLayout(props: { title: string; preview: string; siteUrl: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{props.title}</title>
        <style>{DARK}</style>
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, background: PAPER }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{props.preview}</div>
        <Table className="paper" style={{ background: PAPER }}>
          <tr>
            <td align="center" style={{ padding: '32px 16px 48px' }}>
              <Table style={{ maxWidth: 560 }}>
                <tr>
                  <td style={{ paddingBottom: 24 }}>
                    <a
                      className="ink"
                      href={props.siteUrl}
                      style={{ ...heading, fontSize: 22, textDecoration: 'none' }}
                    >
                      Treadline
                    </a>
                  </td>
                </tr>
                {props.children}
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

/** Renders a layout table with role `presentation`, so that a screen reader does not announce it. Children are rows. */
export function Table(props: { children: ReactNode; className?: string; style?: CSSProperties }) {
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

/** Renders a section of the mail under a horizontal line, as a row of the layout table. */
export function MailSection(props: { title?: string; children: ReactNode }) {
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

/** Renders the main link of the mail as a button. Its colors are the same in both schemes. */
export function ActionLink(props: { href: string; children: ReactNode }) {
  return (
    <p style={{ margin: 0, padding: '8px 0 16px' }}>
      <a
        href={props.href}
        style={{
          ...heading,
          display: 'inline-block',
          padding: '12px 24px',
          background: SIGNAL,
          color: WHITE,
          textDecoration: 'none',
          borderRadius: 2,
        }}
      >
        {props.children}
      </a>
    </p>
  )
}
