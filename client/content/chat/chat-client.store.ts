/**
 * The line of a conversation in this browser: what was said, what waits to be sent, and the socket that says what others
 * say. Messages go out one after another by calls that may be repeated; without a connection they wait, and are sent
 * once when it is back.
 */
import type { ChatFrame, ChatMessageReply } from '../../../schema/content/chat/chat.api.ts'
import { type ChatMessage, mergeMessages } from '../../../schema/content/chat/chat.ts'
import { reconnectDelay } from '../../../schema/platform/reconnect-delay.ts'
import { type ApiResult, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'

export interface QueuedMessage {
  clientId: string
  text: string
}

export interface ChatState {
  messages: readonly ChatMessage[]
  /** Typed and not yet at the shop, oldest first. */
  waiting: readonly QueuedMessage[]
  closed: boolean
  /** What keeps messages from being said. */
  problem: string | null
  /** A text that was refused, to be changed by who wrote it. */
  returned: string | null
}

export interface ChatSocket {
  send(text: string): void
  close(): void
}

/** What the line needs of the browser; time and chance come in here. */
export interface ChatPorts {
  say(message: QueuedMessage): Promise<ApiResult<ChatMessageReply>>
  /** Opens the socket; `gone` is called once when it has ended, however it did. */
  listen(heard: (frame: ChatFrame) => void, gone: () => void): ChatSocket
  /** Calls back after so many milliseconds; gives the way to stop that. */
  after(ms: number, act: () => void): () => void
  chance(): number
  newId(): string
  isOnline(): boolean
}

export interface ChatClient {
  say(text: string): void
  /** Tells the shop that what stands here was read. */
  seen(): void
  /** Tries now what would be tried later: the connection is back. */
  retry(): void
  stop(): void
}

/** `hasBegun`: there is a conversation to listen to; else the first message makes it. */
export function openChatClient(
  ports: ChatPorts,
  start: Pick<ChatState, 'messages' | 'closed'> & { hasBegun: boolean },
  changed: (state: ChatState) => void,
): ChatClient {
  let state: ChatState = {
    messages: start.messages,
    closed: start.closed,
    waiting: [],
    problem: null,
    returned: null,
  }
  let { hasBegun } = start
  let socket: ChatSocket | null = null
  let cancel: (() => void) | null = null
  let tries = 0
  let isSending = false
  let isStopped = false

  function set(part: Partial<ChatState>): void {
    state = { ...state, ...part }
    changed(state)
  }

  function take(messages: readonly ChatMessage[], part: Partial<ChatState> = {}): void {
    const arrived = new Set(messages.map(({ clientId }) => clientId))
    set({
      messages: mergeMessages(state.messages, messages),
      waiting: state.waiting.filter(({ clientId }) => !arrived.has(clientId)),
      problem: null,
      ...part,
    })
  }

  function heard(frame: ChatFrame): void {
    if (frame.kind === 'hello') {
      tries = 0
      take(frame.messages, { closed: frame.closed })
      void flush()
    } else if (frame.kind === 'message') take([frame.message])
    else set({ closed: frame.closed })
  }

  function connect(): void {
    if (socket || !hasBegun || isStopped) return
    socket = ports.listen(heard, () => {
      socket = null
      if (isStopped) return
      if (!ports.isOnline()) set({ problem: NETWORK_MESSAGES.offline })
      later()
    })
  }

  function later(): void {
    if (cancel || isStopped) return
    cancel = ports.after(reconnectDelay(tries, ports.chance()), () => {
      cancel = null
      connect()
      void flush()
    })
    tries += 1
  }

  async function flush(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let next = state.waiting[0]; next && !isStopped; next = state.waiting[0]) {
      const { clientId, text } = next
      const answer = await ports.say(next)
      if (answer.ok) {
        tries = 0
        hasBegun = true
        take([answer.value.message])
        connect()
      } else if (answer.code === NETWORK_ERROR || answer.code >= 500) {
        set({ problem: answer.message })
        later()
        break
      } else {
        const waiting = state.waiting.filter((other) => other.clientId !== clientId)
        set({ waiting, problem: answer.message, returned: text })
      }
    }
    isSending = false
  }

  connect()
  return {
    say(text) {
      const message = { clientId: ports.newId(), text }
      set({ waiting: [...state.waiting, message], returned: null })
      void flush()
    },
    seen: () => socket?.send('seen'),
    retry() {
      cancel?.()
      cancel = null
      tries = 0
      connect()
      void flush()
    },
    stop() {
      isStopped = true
      cancel?.()
      socket?.close()
    },
  }
}
