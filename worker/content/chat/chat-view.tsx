/**
 * The view of a conversation for shoppers and staff: its messages, a form for a new one, and for shoppers the opening hours
 * and the form for a reply by e-mail. client/content/chat/chat.ts keeps it up to date.
 */

import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import {
  CHAT_MESSAGE_MAX,
  CHAT_MESSAGES,
  CHAT_REPLY_TIMEOUT_MS,
  CHAT_TIME_FORMAT,
  type ChatAuthor,
  type ChatMessage,
} from '../../../schema/content/chat/chat.ts'

/** The URL of the socket for the shopper's own conversation. */
export const CHAT_SOCKET_PATH = '/api/ext/chat/live'

const MOMENT = new Intl.DateTimeFormat('en-US', CHAT_TIME_FORMAT)

/** Renders a date and time. */
function Timestamp({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{MOMENT.format(at)}</time>
}

export interface ChatViewProps {
  /** The side that the view is for. */
  self: ChatAuthor
  messages: readonly ChatMessage[]
  closed: boolean
  /** The URL and the hidden fields of the form. */
  action: string
  hidden: Readonly<Record<string, string>>
  /** The URL of the socket. */
  live: string
  /** The text of a refused message, and the reason. */
  refused?: { text: string; problem: string } | undefined
  /** The text that the field begins with. */
  draft?: string
}

function Message({ message: { id, author, text, at }, self }: { message: ChatMessage; self: ChatAuthor }) {
  return (
    <li className={author === self ? 'chat-own' : 'chat-other'} data-id={String(id)}>
      <p className="chat-who">
        {author === self ? 'You' : author === 'staff' ? 'Treadline' : 'Shopper'} <Timestamp at={at} />
      </p>
      <p className="chat-text">{text}</p>
    </li>
  )
}

/** Renders a conversation. */
export function ChatView({
  self,
  messages,
  closed,
  action,
  hidden,
  live,
  refused,
  draft = '',
}: ChatViewProps) {
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
            <Message key={message.id} message={message} self={self} />
          ))}
        </ol>
      </div>
      <p className="chat-closed" hidden={!closed}>
        {CHAT_MESSAGES.closed}
      </p>
      {refused ? <Alert tone="error">{refused.problem}</Alert> : null}
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
          maxLength={CHAT_MESSAGE_MAX}
          required
          aria-describedby={`chat-says-${self}`}
          defaultValue={refused?.text ?? draft}
        />
        <Button type="submit">Send</Button>
        <p className="chat-says t-14" id={`chat-says-${self}`} role="status" />
      </form>
    </section>
  )
}

/** Renders the opening hours and the form for a reply by e-mail. */
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
  /** True to open the form: staff have not answered, or are not present now. */
  offered: boolean
  email: string | null
  action: string
  problem?: string | undefined
}) {
  return (
    <div className="chat-hours" data-patience={String(CHAT_REPLY_TIMEOUT_MS)}>
      <p>
        <span data-presence>{presence}</span> We’re here {hours || 'on business days'} (Chicago time).
      </p>
      {email ? (
        <p className="t-14">
          <b>{email}</b>: {CHAT_MESSAGES.emailSaved}
        </p>
      ) : (
        <details open={offered || problem !== undefined}>
          <summary>Get the answer by email</summary>
          <form className="chat-email" method="post" action={action} noValidate>
            <input type="hidden" name="action" value="email" />
            <Field
              name="email"
              id="chat-email"
              type="email"
              label="Email"
              autoComplete="email"
              maxLength={60}
              error={problem}
            />
            <Button type="submit">Email me the answer</Button>
          </form>
        </details>
      )}
    </div>
  )
}
