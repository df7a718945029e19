/**
 * What all mails of the shop share. Tables carry the layout and styles stand on the elements, for mail programs know
 * little else; the one style sheet only turns the colors around in the dark. Colors are the shop's tokens.
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

/** A text's light color stands on it; the class it carries beside that turns it in the dark. */
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

/** With class `ink`. */
export const text: CSSProperties = {
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: '24px',
  color: INK,
  margin: 0,
}
/** With class `ink-2`. */
export const small: CSSProperties = { ...text, fontSize: 14, lineHeight: '20px', color: INK_2 }
export const number: CSSProperties = { ...text, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }
export const heading: CSSProperties = { ...text, fontFamily: CONDENSED, fontSize: 18, fontWeight: 700 }

/** The whole document. `preview` is the line that mail programs show beside the subject; `children` are chapters. */
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

/** A layout table: `presentation`, so that a screen reader does not announce it. Children are rows. */
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

/** A part of the mail under a rule; a row of the frame's table. */
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

/** The mail's one act. Its colors are its own in both schemes. */
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
