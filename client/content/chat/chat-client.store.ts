/**
 * The client of a conversation: its messages, the queue of unsent messages, and the socket that receives messages. Messages
 * are sent one after another by idempotent calls; without a connection they stay queued and are sent once later.
 */
import type { ChatFrame, ChatMessageReply } from '../../../schema/content/chat/chat.api.ts'
import { type ChatMessage, mergeMessages } from '../../../schema/content/chat/chat.ts'
import { type ApiResult, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { createReconnectTimer } from '../../platform/api/reconnect.ts'

export interface QueuedMessage {
  clientId: string
  text: string
}

export interface ChatState {
  messages: readonly ChatMessage[]
  /** Messages that the shop has not received, oldest first. */
  queued: readonly QueuedMessage[]
  closed: boolean
  /** The message why texts cannot be sent. */
  problem: string | null
  /** The text of a refused message, which the author can change. */
  returned: string | null
}

export interface ChatSocket {
  send(text: string): void
  close(): void
}

/** The functions of the browser that the client needs, with time and chance. */
export interface ChatPorts {
  post(message: QueuedMessage): Promise<ApiResult<ChatMessageReply>>
  /** Opens the socket; `onClose` is called once after any end of the connection. */
  connect(receive: (frame: ChatFrame) => void, onClose: () => void): ChatSocket
  /** Calls `action` after a delay in milliseconds; returns the function that cancels it. */
  after(ms: number, action: () => void): () => void
  chance(): number
  newId(): string
  isOnline(): boolean
}

export interface ChatClient {
  send(text: string): void
  /** Reports to the shop that the messages were read. */
  markSeen(): void
  /** Connects and sends queued messages at once, because the connection is back. */
  retry(): void
  stop(): void
}

type ChatStart = Pick<ChatState, 'messages' | 'closed'> & { hasBegun: boolean }

/** Creates the state of the conversation on this page; `onChange` receives every state. */
function createConversation({ messages, closed }: ChatStart, onChange: (state: ChatState) => void) {
  let state: ChatState = { messages, closed, queued: [], problem: null, returned: null }

  function set(part: Partial<ChatState>): void {
    state = { ...state, ...part }
    onChange(state)
  }

  return {
    get: () => state,
    set,
    /** Adds messages that the shop has stored, and removes them from the queue. */
    merge(arrived: readonly ChatMessage[], part: Partial<ChatState> = {}): void {
      const ids = new Set(arrived.map(({ clientId }) => clientId))
      set({
        messages: mergeMessages(state.messages, arrived),
        queued: state.queued.filter(({ clientId }) => !ids.has(clientId)),
        problem: null,
        ...part,
      })
    },
    /** Removes a refused message from the queue and returns its text to the author. */
    refuse({ clientId, text }: QueuedMessage, problem: string): void {
      set({ queued: state.queued.filter((other) => other.clientId !== clientId), problem, returned: text })
    },
  }
}

/** Starts the client. `hasBegun` is true when the conversation exists; else the first message creates it. */
export function openChatClient(
  ports: ChatPorts,
  start: ChatStart,
  onChange: (state: ChatState) => void,
): ChatClient {
  const conversation = createConversation(start, onChange)
  const reconnect = createReconnectTimer(ports, resume)
  let { hasBegun } = start
  let socket: ChatSocket | null = null
  let isSending = false
  let isStopped = false

  function receive(frame: ChatFrame): void {
    if (frame.kind === 'hello') {
      reconnect.reset()
      conversation.merge(frame.messages, { closed: frame.closed })
      void flush()
    } else if (frame.kind === 'message') conversation.merge([frame.message])
    else conversation.set({ closed: frame.closed })
  }

  function connect(): void {
    if (socket || !hasBegun || isStopped) return
    socket = ports.connect(receive, () => {
      socket = null
      if (isStopped) return
      if (!ports.isOnline()) conversation.set({ problem: NETWORK_MESSAGES.offline })
      reconnect.schedule()
    })
  }

  async function flush(): Promise<void> {
    if (isSending) return
    isSending = true
    const first = () => (isStopped ? undefined : conversation.get().queued[0])
    for (let next = first(); next; next = first()) {
      const reply = await ports.post(next)
      if (reply.ok) {
        reconnect.reset()
        hasBegun = true
        conversation.merge([reply.value.message])
        connect()
      } else if (reply.code === NETWORK_ERROR || reply.code >= 500) {
        conversation.set({ problem: reply.message })
        if (!isStopped) reconnect.schedule()
        break
      } else conversation.refuse(next, reply.message)
    }
    isSending = false
  }

  function resume(): void {
    connect()
    void flush()
  }

  connect()
  return {
    send(text) {
      const message = { clientId: ports.newId(), text }
      conversation.set({ queued: [...conversation.get().queued, message], returned: null })
      void flush()
    },
    markSeen: () => socket?.send('seen'),
    retry() {
      reconnect.cancel()
      reconnect.reset()
      resume()
    },
    stop() {
      isStopped = true
      reconnect.cancel()
      socket?.close()
    },
  }
}
