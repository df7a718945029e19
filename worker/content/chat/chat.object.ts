/**
 * One conversation. A shell: restore, apply a rule of schema/, save, broadcast, reply. Messages
 * arrive by calls, so that one endpoint with its limits serves pages with and without script; sockets only broadcast.
 *
 * What the platform does: sockets stay open while the object is evicted from memory, so nothing about them is remembered
 * here; `getWebSockets(tag)` knows who is there. Storage is synchronous: from judging a message to writing it down there is
 * no await. D1 has a line about each conversation for staff; it is written anew from what stands here, so one that was
 * lost is right again with the next, or with the alarm.
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

/** What both sides may see. */
export interface Conversation {
  messages: ChatMessage[]
  email: string | null
  closed: boolean
}

export interface NewMessage {
  /** Whose object this is; the caller has verified it. */
  room: string
  author: ChatAuthor
  text: string
  clientId: string
  now: number
}

export type Posted = { ok: true; message: ChatMessage } | { ok: false; refusal: ChatRefusal }

/** Sockets of one side; more than a person's tabs are somebody who plays. */
const SOCKETS = 8
const EXCERPT = 120
const RETRY_MS = 60_000

type Fact = 'room' | 'email' | 'closed-at' | 'read-to'

export class ChatObject extends DurableObject<ObjectBindings> {
  /** The tables are made by the first write, so that looking at an unused name stores nothing. */
  #hasTables: boolean

  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    const tables = ctx.storage.sql.exec("select 1 from sqlite_master where name = 'message'")
    this.#hasTables = tables.toArray().length > 0
    // Answered without waking the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  read(): Conversation {
    return {
      messages: this.#messages(),
      email: this.#fact('email'),
      closed: this.#fact('closed-at') !== null,
    }
  }

  /** Says something; the same `clientId` says it once. */
  async post({ room, author, text: given, clientId, now }: NewMessage): Promise<Posted> {
    const messages = this.#messages()
    const known = messages.find((message) => message.clientId === clientId && message.author === author)
    if (known) return { ok: true, message: known }
    const text = cleanChatText(given)
    const own = messages.filter(
      (message) => message.author === author && message.at > now - CHAT_MIN_INTERVAL_MS,
    )
    const refusal = chatRefusal(text, { earlier: own.map(({ at }) => at), held: messages.length, now })
    if (refusal) return { ok: false, refusal }

    this.#makeTables(room)
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
    await this.#note(author === 'staff' ? this.#mailFor(message) : null)
    return { ok: true, message }
  }

  /** Where an answer goes when the shopper is gone. False before anything was said. */
  async leaveEmail(email: string): Promise<boolean> {
    if (!this.#hasTables) return false
    this.#setFact('email', email)
    await this.#note()
    return true
  }

  /** Staff have seen what stands here. */
  async markRead(): Promise<void> {
    const last = this.#messages().at(-1)
    if (!last || this.#unread() === 0) return
    this.#setFact('read-to', String(last.id))
    await this.#note()
  }

  /** Staff end the conversation; the shopper's next message opens it again. */
  async close(now: number): Promise<void> {
    if (!this.#hasTables || this.#fact('closed-at') !== null) return
    this.#setFact('closed-at', String(now))
    this.#broadcast({ kind: 'closed', closed: true })
    await this.markRead()
    await this.#note()
  }

  /** A socket of one side, named by `?author=`. The caller knows who it is. */
  override async fetch(request: Request): Promise<Response> {
    const author: ChatAuthor =
      new URL(request.url).searchParams.get('author') === 'staff' ? 'staff' : 'shopper'
    const { 0: theirs, 1: ours } = new WebSocketPair()
    // The ones before make room; there is at least one place.
    for (const old of this.ctx.getWebSockets(author).slice(SOCKETS - 1)) old.close(4001, 'Too many windows')
    this.ctx.acceptWebSocket(ours, [author])
    const { messages, closed } = this.read()
    send(ours, { kind: 'hello', messages, closed })
    if (author === 'staff') await this.markRead()
    return new Response(null, { status: 101, webSocket: theirs })
  }

  /** Staff who have the page open have seen a message when their page says so; nothing else comes in by sockets. */
  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    if (data === 'seen' && this.ctx.getTags(socket).includes('staff')) await this.markRead()
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 say that there was no code; none may be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
  }

  /** Writes down for staff what could not be written, or forgets a conversation that was left alone. */
  override async alarm(): Promise<void> {
    const last = this.#messages().at(-1)
    const room = this.#fact('room')
    if (!last || room === null) return
    return Date.now() - last.at < CHAT_TTL_MS ? this.#note() : this.forget()
  }

  /** Nothing of the conversation stays, and who listens to it is let go. */
  async forget(): Promise<void> {
    const room = this.#fact('room')
    if (room !== null) await deleteConversation(this.env.DB, room)
    for (const socket of this.ctx.getWebSockets()) socket.close(4000, 'Forgotten')
    this.#hasTables = false
    // Storage is billed until it is gone.
    await this.ctx.storage.deleteAll()
  }

  /** The line for staff, from what stands here. What D1 does not take is tried again in a minute. */
  async #note(mail: { to: string; text: string } | null = null): Promise<void> {
    const messages = this.#messages()
    const [first, last, room] = [messages[0], messages.at(-1), this.#fact('room')]
    if (!first || !last || room === null) return
    const closedAt = this.#fact('closed-at')
    const state: ConversationState = {
      startedAt: first.at,
      lastAt: last.at,
      lastAuthor: last.author,
      lastText: [...last.text].slice(0, EXCERPT).join(''),
      unread: this.#unread(),
      email: this.#fact('email'),
      closedAt: closedAt === null ? null : Number(closedAt),
    }
    try {
      const entry = mail && { kind: 'chat-reply', payload: mail, now: last.at }
      await enqueueOutbox(this.env.OUTBOX, await upsertConversation(this.env.DB, room, state, entry))
      await this.ctx.storage.setAlarm(last.at + CHAT_TTL_MS)
    } catch (error) {
      console.error('chat', describeError(error))
      await this.ctx.storage.setAlarm(Date.now() + RETRY_MS)
    }
  }

  /** An answer goes out by mail when there is an address and nobody at the other end. */
  #mailFor({ text }: ChatMessage): { to: string; text: string } | null {
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

  #makeTables(room: string): void {
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

/** A socket whose other end has just gone takes nothing; its closing comes as an event of its own. */
function send(socket: WebSocket, frame: ChatFrame): void {
  try {
    socket.send(JSON.stringify(frame))
  } catch {
    // Gone.
  }
}
