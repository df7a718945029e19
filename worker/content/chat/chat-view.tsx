/**
 * A conversation as both sides see it: what was said, a form that says more, and for a shopper whom nobody answers the
 * hours and a way to be answered by mail. client/content/chat/chat.ts keeps it up to date.
 */

import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import {
  CHAT_LENGTH,
  CHAT_MESSAGES,
  CHAT_MOMENT,
  CHAT_REPLY_TIMEOUT_MS,
  type ChatAuthor,
  type ChatMessage,
} from '../../../schema/content/chat/chat.ts'

/** Where the shopper's own conversation is listened to. */
export const CHAT_LIVE = '/api/ext/chat/live'

const MOMENT = new Intl.DateTimeFormat('en-US', CHAT_MOMENT)

export function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{MOMENT.format(at)}</time>
}

export interface ChatViewProps {
  /** Who looks at it. */
  self: ChatAuthor
  messages: readonly ChatMessage[]
  closed: boolean
  /** Where the form goes and what it holds beside the text. */
  action: string
  hidden: Readonly<Record<string, string>>
  /** Address of the socket. */
  live: string
  /** What was typed and could not be said, and why. */
  again?: { text: string; problem: string } | undefined
}

function Said({ message: { id, author, text, at }, self }: { message: ChatMessage; self: ChatAuthor }) {
  return (
    <li className={author === self ? 'chat-own' : 'chat-other'} data-id={String(id)}>
      <p className="chat-who">
        {author === self ? 'You' : author === 'staff' ? 'Treadline' : 'Shopper'} <Moment at={at} />
      </p>
      <p className="chat-text">{text}</p>
    </li>
  )
}

export function ChatView({ self, messages, closed, action, hidden, live, again }: ChatViewProps) {
  return (
    <section
      className="chat"
      data-chat={self}
      data-live={live}
      data-begun={messages.length > 0 ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className="chat-log" role="log" aria-label="Conversation" tabIndex={0}>
        <ol>
          {messages.map((message) => (
            <Said key={message.id} message={message} self={self} />
          ))}
        </ol>
      </div>
      <p className="chat-closed" hidden={!closed}>
        {CHAT_MESSAGES.closed}
      </p>
      {again ? <Alert tone="error">{again.problem}</Alert> : null}
      <form className="chat-say" method="post" action={action}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="field-label" htmlFor={`chat-text-${self}`}>
          {self === 'staff' ? 'Your answer' : 'Your message'}
        </label>
        <textarea
          className="input"
          id={`chat-text-${self}`}
          name="text"
          rows={3}
          maxLength={CHAT_LENGTH}
          required
          aria-describedby={`chat-says-${self}`}
          defaultValue={again?.text ?? ''}
        />
        <Button type="submit">Send</Button>
        <p className="chat-says t-14" id={`chat-says-${self}`} role="status" />
      </form>
    </section>
  )
}

/** When somebody answers, and what to do when nobody does. */
export function ChatHours({
  hours,
  presence,
  offered,
  email,
  action,
  problem,
}: {
  hours: string
  presence: string
  /** True when nobody has answered or will now. */
  offered: boolean
  email: string | null
  action: string
  problem?: string | undefined
}) {
  return (
    <div className="chat-hours" data-patience={String(CHAT_REPLY_TIMEOUT_MS)}>
      <p>
        <span data-presence>{presence}</span> We are here {hours || 'on working days'} (Chicago time).
      </p>
      {email ? (
        <p className="t-14">
          <b>{email}</b>: {CHAT_MESSAGES.emailSaved}
        </p>
      ) : (
        <details open={offered || problem !== undefined}>
          <summary>Be answered by e-mail</summary>
          <form className="chat-email" method="post" action={action} noValidate>
            <input type="hidden" name="action" value="email" />
            <Field
              name="email"
              id="chat-email"
              type="email"
              label="E-mail"
              autoComplete="email"
              maxLength={60}
              error={problem}
            />
            <Button type="submit">Answer me there</Button>
          </form>
        </details>
      )}
    </div>
  )
}
