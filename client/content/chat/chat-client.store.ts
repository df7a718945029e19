/**
 * The line of a conversation in this browser: what was said, what waits to be sent, and the socket that says what others
 * say. Messages go out one after another by calls that may be repeated; without a connection they wait, and are sent
 * once when it is back.
 */
import type { ChatFrame, ChatMessageReply } from '../../../schema/content/chat/chat.api.ts'
import { type ChatMessage, mergeMessages } from '../../../schema/content/chat/chat.ts'
import { type ApiResult, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { openReconnect } from '../../platform/api/reconnect.ts'

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
  listen(receive: (frame: ChatFrame) => void, gone: () => void): ChatSocket
  /** Calls back after so many milliseconds; gives the way to stop that. */
  after(ms: number, act: () => void): () => void
  chance(): number
  newId(): string
  isOnline(): boolean
}

export interface ChatClient {
  say(text: string): void
  /** Reports to the shop that the messages were read. */
  seen(): void
  /** Tries now what would be tried later: the connection is back. */
  retry(): void
  stop(): void
}

type ChatStart = Pick<ChatState, 'messages' | 'closed'> & { hasBegun: boolean }

/** The conversation on this page; `changed` receives every state. */
function openConversation({ messages, closed }: ChatStart, changed: (state: ChatState) => void) {
  let state: ChatState = { messages, closed, waiting: [], problem: null, returned: null }

  function set(part: Partial<ChatState>): void {
    state = { ...state, ...part }
    changed(state)
  }

  return {
    get: () => state,
    set,
    /** Adds messages that the shop has; they wait no longer. */
    merge(arrived: readonly ChatMessage[], part: Partial<ChatState> = {}): void {
      const ids = new Set(arrived.map(({ clientId }) => clientId))
      set({
        messages: mergeMessages(state.messages, arrived),
        waiting: state.waiting.filter(({ clientId }) => !ids.has(clientId)),
        problem: null,
        ...part,
      })
    },
    /** Returns the text of a refused message to who wrote it. */
    refuse({ clientId, text }: QueuedMessage, problem: string): void {
      set({ waiting: state.waiting.filter((other) => other.clientId !== clientId), problem, returned: text })
    },
  }
}

/** `hasBegun`: there is a conversation to listen to; else the first message makes it. */
export function openChatClient(
  ports: ChatPorts,
  start: ChatStart,
  changed: (state: ChatState) => void,
): ChatClient {
  const conversation = openConversation(start, changed)
  const reconnect = openReconnect(ports, resume)
  let { hasBegun } = start
  let socket: ChatSocket | null = null
  let isSending = false
  let isStopped = false

  function receive(frame: ChatFrame): void {
    if (frame.kind === 'hello') {
      reconnect.succeeded()
      conversation.merge(frame.messages, { closed: frame.closed })
      void flush()
    } else if (frame.kind === 'message') conversation.merge([frame.message])
    else conversation.set({ closed: frame.closed })
  }

  function connect(): void {
    if (socket || !hasBegun || isStopped) return
    socket = ports.listen(receive, () => {
      socket = null
      if (isStopped) return
      if (!ports.isOnline()) conversation.set({ problem: NETWORK_MESSAGES.offline })
      reconnect.later()
    })
  }

  async function flush(): Promise<void> {
    if (isSending) return
    isSending = true
    const first = () => (isStopped ? undefined : conversation.get().waiting[0])
    for (let next = first(); next; next = first()) {
      const answer = await ports.say(next)
      if (answer.ok) {
        reconnect.succeeded()
        hasBegun = true
        conversation.merge([answer.value.message])
        connect()
      } else if (answer.code === NETWORK_ERROR || answer.code >= 500) {
        conversation.set({ problem: answer.message })
        if (!isStopped) reconnect.later()
        break
      } else conversation.refuse(next, answer.message)
    }
    isSending = false
  }

  function resume(): void {
    connect()
    void flush()
  }

  connect()
  return {
    say(text) {
      const message = { clientId: ports.newId(), text }
      conversation.set({ waiting: [...conversation.get().waiting, message], returned: null })
      void flush()
    },
    seen: () => socket?.send('seen'),
    retry() {
      reconnect.cancel()
      reconnect.succeeded()
      resume()
    },
    stop() {
      isStopped = true
      reconnect.cancel()
      socket?.close()
    },
  }
}
