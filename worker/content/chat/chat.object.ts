/**
 * The Durable Object of one conversation. Each method restores the state, applies a rule of schema/, saves, broadcasts and
 * replies. Messages arrive by calls, so that one endpoint with its limits serves pages with and without script; sockets only
 * broadcast.
 *
 * Sockets stay open while the platform evicts the object from memory, so the object stores nothing about them;
 * `getWebSockets(tag)` returns the open ones. Storage is synchronous: no await lies between the validation of a message and
 * its insert. D1 has a summary of each conversation for staff. It is always written from the state of this object, so the next
 * write, or the alarm, repairs a lost one.
 */
import { DurableObject } from 'cloudflare:workers'
import type { ChatFrame } from '../../../schema/content/chat/chat.api.ts'
import {
  CHAT_MIN_INTERVAL_MS,
  CHAT_TTL_MS,
  type ChatAuthor,
  type ChatMessage,
  type ChatRefusal,
  chatRefusal,
  cleanChatText,
} from '../../../schema/content/chat/chat.ts'
import type { ObjectBindings } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { type ConversationState, deleteConversation, upsertConversation } from './chat.sql.ts'

/** The part of a conversation that both sides see. */
export interface Conversation {
  messages: ChatMessage[]
  email: string | null
  closed: boolean
}

export interface NewMessage {
  /** The name of this object, the id of the conversation, which the caller has verified. `room` is a stored name. */
  room: string
  author: ChatAuthor
  text: string
  clientId: string
  now: number
}

export type Posted = { ok: true; message: ChatMessage } | { ok: false; refusal: ChatRefusal }

/** The largest number of open sockets of one side. */
const MAX_SOCKETS = 8
/** Characters of the last message in the summary. */
const EXCERPT_LENGTH = 120
const RETRY_MS = 60_000

type Fact = 'room' | 'email' | 'closed-at' | 'read-to'

export class ChatObject extends DurableObject<ObjectBindings> {
  /** The first write creates the tables, so that reading an unused name stores nothing. */
  #hasTables: boolean

  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    const tables = ctx.storage.sql.exec("select 1 from sqlite_master where name = 'message'")
    this.#hasTables = tables.toArray().length > 0
    // The platform replies to pings without loading the object into memory.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  read(): Conversation {
    return {
      messages: this.#messages(),
      email: this.#fact('email'),
      closed: this.#fact('closed-at') !== null,
    }
  }

  /** Stores and broadcasts a message; a repeated `clientId` is stored once. */
  async post({ room, author, text: rawText, clientId, now }: NewMessage): Promise<Posted> {
    const messages = this.#messages()
    const stored = messages.find((message) => message.clientId === clientId && message.author === author)
    if (stored) return { ok: true, message: stored }
    const text = cleanChatText(rawText)
    const own = messages.filter(
      (message) => message.author === author && message.at > now - CHAT_MIN_INTERVAL_MS,
    )
    const refusal = chatRefusal(text, { earlier: own.map(({ at }) => at), count: messages.length, now })
    if (refusal) return { ok: false, refusal }

    this.#createTables(room)
    const { id } = this.ctx.storage.sql
      .exec<{ id: number }>(
        'insert into message (author, text, at, client_id) values (?, ?, ?, ?) returning id',
        author,
        text,
        now,
        clientId,
      )
      .one()
    const message: ChatMessage = { id, author, text, at: now, clientId }
    if (author === 'staff') this.#setFact('read-to', String(id))
    if (this.#fact('closed-at') !== null) {
      this.#setFact('closed-at', null)
      this.#broadcast({ kind: 'closed', closed: false })
    }
    this.#broadcast({ kind: 'message', message })
    await this.#saveSummary(author === 'staff' ? this.#replyMail(message) : null)
    return { ok: true, message }
  }

  /** Sets the e-mail address for replies to an absent shopper; returns false before the first message. */
  async setEmail(email: string): Promise<boolean> {
    if (!this.#hasTables) return false
    this.#setFact('email', email)
    await this.#saveSummary()
    return true
  }

  /** Marks all messages as read by staff. */
  async markRead(): Promise<void> {
    const last = this.#messages().at(-1)
    if (!last || this.#unread() === 0) return
    this.#setFact('read-to', String(last.id))
    await this.#saveSummary()
  }

  /** Closes the conversation for staff; the next message opens it again. */
  async close(now: number): Promise<void> {
    if (!this.#hasTables || this.#fact('closed-at') !== null) return
    this.#setFact('closed-at', String(now))
    this.#broadcast({ kind: 'closed', closed: true })
    await this.markRead()
    await this.#saveSummary()
  }

  /** Opens a socket for the side in `?author=`, which the caller has verified. */
  override async fetch(request: Request): Promise<Response> {
    const author: ChatAuthor =
      new URL(request.url).searchParams.get('author') === 'staff' ? 'staff' : 'shopper'
    const { 0: client, 1: server } = new WebSocketPair()
    // Closes sockets over the limit, to leave one for the new socket.
    for (const old of this.ctx.getWebSockets(author).slice(MAX_SOCKETS - 1))
      old.close(4001, 'Too many windows')
    this.ctx.acceptWebSocket(server, [author])
    const { messages, closed } = this.read()
    send(server, { kind: 'hello', messages, closed })
    if (author === 'staff') await this.markRead()
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Handles `seen` from a page of staff; sockets accept no other message. */
  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    if (data === 'seen' && this.ctx.getTags(socket).includes('staff')) await this.markRead()
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean that the close frame had no code; both must not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
  }

  /** Repeats a failed write of the summary, or deletes an idle conversation. */
  override async alarm(): Promise<void> {
    const last = this.#messages().at(-1)
    const room = this.#fact('room')
    if (!last || room === null) return
    return Date.now() - last.at < CHAT_TTL_MS ? this.#saveSummary() : this.forget()
  }

  /** Deletes the conversation and closes its sockets. */
  async forget(): Promise<void> {
    const room = this.#fact('room')
    if (room !== null) await deleteConversation(this.env.DB, room)
    for (const socket of this.ctx.getWebSockets()) socket.close(4000, 'Forgotten')
    this.#hasTables = false
    // Storage is billed until it is deleted.
    await this.ctx.storage.deleteAll()
  }

  /** Writes the summary for staff to D1, with a mail if given. After a failure the alarm repeats the write in a minute. */
  async #saveSummary(mail: { to: string; text: string } | null = null): Promise<void> {
    const messages = this.#messages()
    const [first, last, room] = [messages[0], messages.at(-1), this.#fact('room')]
    if (!first || !last || room === null) return
    const closedAt = this.#fact('closed-at')
    const state: ConversationState = {
      startedAt: first.at,
      lastAt: last.at,
      lastAuthor: last.author,
      lastText: [...last.text].slice(0, EXCERPT_LENGTH).join(''),
      unread: this.#unread(),
      email: this.#fact('email'),
      closedAt: closedAt === null ? null : Number(closedAt),
    }
    try {
      const entry = mail && { kind: 'chat-reply', payload: mail, now: last.at }
      await enqueueOutbox(this.env.OUTBOX, await upsertConversation(this.env.DB, room, state, entry))
      await this.ctx.storage.setAlarm(last.at + CHAT_TTL_MS)
    } catch (error) {
      console.error('storing the summary of a conversation failed', describeError(error))
      await this.ctx.storage.setAlarm(Date.now() + RETRY_MS)
    }
  }

  /** Returns the mail with a reply when the shopper left an address and has no open socket. */
  #replyMail({ text }: ChatMessage): { to: string; text: string } | null {
    const email = this.#fact('email')
    return email !== null && this.ctx.getWebSockets('shopper').length === 0 ? { to: email, text } : null
  }

  #broadcast(frame: ChatFrame): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, frame)
  }

  #messages(): ChatMessage[] {
    if (!this.#hasTables) return []
    return this.ctx.storage.sql
      .exec<Record<string, string | number>>(
        'select id, author, text, at, client_id from message order by id',
      )
      .toArray()
      .map(({ id, author, text, at, client_id: clientId }) => ({
        id: Number(id),
        author: author === 'staff' ? 'staff' : 'shopper',
        text: String(text),
        at: Number(at),
        clientId: String(clientId),
      }))
  }

  #unread(): number {
    const readTo = Number(this.#fact('read-to') ?? 0)
    return this.#messages().filter(({ id, author }) => author === 'shopper' && id > readTo).length
  }

  #createTables(room: string): void {
    if (this.#hasTables) return
    const { sql } = this.ctx.storage
    sql.exec(`create table if not exists message (id integer primary key autoincrement, author text not null,
      text text not null, at integer not null, client_id text not null)`)
    sql.exec('create table if not exists fact (name text primary key, value text not null)')
    this.#hasTables = true
    this.#setFact('room', room)
  }

  #fact(name: Fact): string | null {
    if (!this.#hasTables) return null
    const rows = this.ctx.storage.sql.exec<{ value: string }>('select value from fact where name = ?', name)
    return rows.toArray()[0]?.value ?? null
  }

  #setFact(name: Fact, value: string | null): void {
    const { sql } = this.ctx.storage
    if (value === null) sql.exec('delete from fact where name = ?', name)
    else {
      sql.exec(
        'insert into fact (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        name,
        value,
      )
    }
  }
}

/** Sends a frame. Ignores a socket that has just been closed; its close event follows. */
function send(socket: WebSocket, frame: ChatFrame): void {
  try {
    socket.send(JSON.stringify(frame))
  } catch {
    // The socket was closed.
  }
}
