/** A short mail: HTML and plain text are rendered from one list of blocks, so that they cannot differ. */

import { renderToStaticMarkup } from 'react-dom/server'
import { paths } from '../../../schema/paths.ts'
import {
  ActionLink,
  CONDENSED,
  heading,
  INK,
  MailLayout,
  MailSection,
  number,
  small,
  text,
} from './mail-layout.mail.tsx'

/** A block of a mail; `href` is an absolute address. */
export type MailBlock =
  | { kind: 'text' | 'note'; text: string }
  /** A code or number to read aloud or to type. */
  | { kind: 'code'; text: string }
  /** The main link of the mail. */
  | { kind: 'action'; label: string; href: string }
  /** A secondary link at the end. */
  | { kind: 'link'; label: string; href: string }
  /** A row of links of which the reader presses one; `name` says in words what `label` shows. */
  | { kind: 'choices'; choices: readonly { label: string; name: string; href: string }[] }
  /** Text that a person wrote, line by line, never as markup. */
  | { kind: 'quote'; text: string }

export interface MailTemplate {
  subject: string
  /** Also the heading of the mail. */
  title: string
  /** The line that mail programs show beside the subject. */
  preview: string
  parts: readonly MailBlock[]
}

/** Returns the blocks that ask the owner of a mailbox to report what somebody else did. */
export function notYouBlocks(siteUrl: string): MailBlock[] {
  return [
    { kind: 'note', text: 'If that wasn’t you, write to us right away:' },
    { kind: 'link', label: 'Contact us', href: `${siteUrl}${paths.contacts}` },
  ]
}

/** Renders a mail as HTML and plain text. `siteUrl` has no trailing slash. */
export function renderMailTemplate(
  mail: MailTemplate,
  siteUrl: string,
): { subject: string; html: string; text: string } {
  const markup = renderToStaticMarkup(
    <MailLayout title={mail.title} preview={mail.preview} siteUrl={siteUrl}>
      <MailSection>
        <h1 className="ink" style={{ ...heading, fontSize: 28, lineHeight: '32px', paddingBottom: 8 }}>
          {mail.title}
        </h1>
        {mail.parts.map((part, index) => (
          <Block key={String(index)} part={part} />
        ))}
      </MailSection>
    </MailLayout>,
  )
  return {
    subject: mail.subject,
    html: `<!doctype html>${markup}`,
    text: [mail.title, ...mail.parts.map(toPlainText), `Treadline, ${siteUrl}`].join('\n\n').concat('\n'),
  }
}

function Block({ part }: { part: MailBlock }) {
  switch (part.kind) {
    case 'action':
      return <ActionLink href={part.href}>{part.label}</ActionLink>
    case 'link':
      return (
        <p className="ink-2" style={{ ...small, paddingTop: 8 }}>
          <a className="ink-2" href={part.href} style={{ color: small.color }}>
            {part.label}
          </a>
        </p>
      )
    case 'code':
      return (
        <p
          className="ink"
          style={{ ...number, fontFamily: CONDENSED, fontSize: 40, lineHeight: '48px', paddingBottom: 8 }}
        >
          {part.text}
        </p>
      )
    case 'note':
      return (
        <p className="ink-2" style={{ ...small, paddingTop: 8 }}>
          {part.text}
        </p>
      )
    case 'choices':
      return (
        <p className="ink" style={{ ...text, paddingBottom: 8 }}>
          {part.choices.map(({ label, name, href }) => (
            <a
              key={href}
              className="ink rule"
              href={href}
              aria-label={name}
              style={{
                display: 'inline-block',
                padding: '10px 12px',
                margin: '0 6px 6px 0',
                border: `1px solid ${INK}`,
                color: INK,
                textDecoration: 'none',
              }}
            >
              {label}
            </a>
          ))}
        </p>
      )
    case 'quote':
      return (
        <p
          className="ink rule"
          style={{ ...text, whiteSpace: 'pre-wrap', borderLeft: `2px solid ${INK}`, paddingLeft: 12 }}
        >
          {part.text}
        </p>
      )
    default:
      return (
        <p className="ink" style={{ ...text, paddingBottom: 8 }}>
          {part.text}
        </p>
      )
  }
}

function toPlainText(part: MailBlock): string {
  if (part.kind === 'action' || part.kind === 'link') return `${part.label}: ${part.href}`
  if (part.kind === 'choices') return part.choices.map(({ label, href }) => `${label}: ${href}`).join('\n')
  return part.kind === 'quote' ? part.text.replace(/^/gm, '> ') : part.text
}
