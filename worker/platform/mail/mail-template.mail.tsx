/** A mail of a few words: HTML and plain text out of one list, so that they cannot differ. */
import { renderToStaticMarkup } from 'react-dom/server'
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

/** What a letter is made of; `href` is absolute. */
export type MailBlock =
  | { kind: 'text' | 'note'; text: string }
  /** Something to be read aloud or typed: a code, a number. */
  | { kind: 'code'; text: string }
  /** The one act of the mail. */
  | { kind: 'action'; label: string; href: string }
  /** A way that is no act, at the end. */
  | { kind: 'link'; label: string; href: string }
  /** What somebody wrote, line by line, never as markup. */
  | { kind: 'quote'; text: string }

export interface MailTemplate {
  subject: string
  /** Also the heading of the mail. */
  title: string
  /** The line that mail programs show beside the subject. */
  preview: string
  parts: readonly MailBlock[]
}

/** `siteUrl` has no slash at its end. */
export function renderMailTemplate(
  letter: MailTemplate,
  siteUrl: string,
): { subject: string; html: string; text: string } {
  const markup = renderToStaticMarkup(
    <MailLayout title={letter.title} preview={letter.preview} siteUrl={siteUrl}>
      <MailSection>
        <h1 className="ink" style={{ ...heading, fontSize: 28, lineHeight: '32px', paddingBottom: 8 }}>
          {letter.title}
        </h1>
        {letter.parts.map((part, index) => (
          <Part key={String(index)} part={part} />
        ))}
      </MailSection>
    </MailLayout>,
  )
  return {
    subject: letter.subject,
    html: `<!doctype html>${markup}`,
    text: [letter.title, ...letter.parts.map(plain), `Treadline, ${siteUrl}`].join('\n\n').concat('\n'),
  }
}

function Part({ part }: { part: MailBlock }) {
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

function plain(part: MailBlock): string {
  if (part.kind === 'action' || part.kind === 'link') return `${part.label}: ${part.href}`
  return part.kind === 'quote' ? part.text.replace(/^/gm, '> ') : part.text
}
