/** Keeps the conversation of a page up to date (worker/content/chat/chat-view.tsx), for shoppers and staff. Plain DOM. */
import type { ChatFrame } from '../../../schema/content/chat/chat.api.ts'
import {
  CHAT_MESSAGES,
  CHAT_TIME_FORMAT,
  type ChatMessage,
  isAwaitingReply,
} from '../../../schema/content/chat/chat.ts'
import { callApi, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import {
  type ChatPorts,
  type ChatSocket,
  type ChatState,
  openChatClient,
  type QueuedMessage,
} from './chat-client.store.ts'

/** How often an open socket is pinged; a socket without a reply is closed. */
const PING_MS = 30_000

function connect(href: string, receive: (frame: ChatFrame) => void, onClose: () => void): ChatSocket {
  const url = new URL(href, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  let isAlive = true
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.close()
    isAlive = false
    socket.send('ping')
  }, PING_MS)
  socket.addEventListener('message', ({ data }) => {
    isAlive = true
    if (data !== 'pong') receive(JSON.parse(String(data)) as ChatFrame)
  })
  socket.addEventListener('close', () => {
    clearInterval(heartbeat)
    onClose()
  })
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(),
  }
}

/** Creates the list item of a message; `at` is `null` for a queued one. */
function createItem(author: string, text: string, at: number | null, className: string): HTMLLIElement {
  const item = document.createElement('li')
  item.className = className
  const head = document.createElement('p')
  head.className = 'chat-who'
  head.textContent = `${author} `
  const time = document.createElement('time')
  time.textContent = at === null ? 'waiting to send' : new Date(at).toLocaleString('en-US', CHAT_TIME_FORMAT)
  if (at !== null) time.dateTime = new Date(at).toISOString()
  head.append(time)
  const body = document.createElement('p')
  body.className = 'chat-text'
  body.textContent = text
  item.append(head, body)
  return item
}

/** Starts the client of a conversation on this page; returns the function that stops it. */
export function mountChat(root: HTMLElement): () => void {
  const self = root.dataset.chat === 'staff' ? 'staff' : 'shopper'
  const log = root.querySelector<HTMLElement>('.chat-log')
  const list = log?.querySelector('ol')
  const form = root.querySelector<HTMLFormElement>('.chat-say')
  const field = form?.querySelector('textarea')
  const status = form?.querySelector<HTMLElement>('[role=status]')
  const closed = root.querySelector<HTMLElement>('.chat-closed')
  if (!log || !list || !form || !field || !status || !closed) return () => {}
  const shown = new Set([...list.children].map((item) => Number((item as HTMLElement).dataset.id)))
  let replyTimer = 0

  const authorName = ({ author }: ChatMessage) =>
    author === self ? 'You' : author === 'staff' ? 'Treadline' : 'Shopper'

  function render(state: ChatState): void {
    if (!log || !list || !field || !status || !closed) return
    for (const item of list.querySelectorAll('.chat-waiting')) item.remove()
    const fresh = state.messages.filter(({ id }) => !shown.has(id))
    for (const message of fresh) {
      const { id, author, text, at } = message
      shown.add(id)
      list.append(createItem(authorName(message), text, at, author === self ? 'chat-own' : 'chat-other'))
    }
    // A reply from staff shows that they are present.
    const presence = hoursOf(root)?.querySelector('[data-presence]')
    if (presence && fresh.some(({ author }) => author === 'staff')) presence.textContent = CHAT_MESSAGES.there
    for (const { text } of state.queued) list.append(createItem('You', text, null, 'chat-own chat-waiting'))
    closed.hidden = !state.closed
    status.textContent = state.problem ?? ''
    if (state.returned !== null && field.value === '') field.value = state.returned
    if (fresh.length > 0 || state.queued.length > 0) log.scrollTop = log.scrollHeight
    if (self === 'staff' && fresh.some(({ author }) => author === 'shopper') && !document.hidden)
      chat.markSeen()
    clearTimeout(replyTimer)
    replyTimer = window.setTimeout(() => offerMail(root, state.messages), replyTimeout(root))
  }

  const ports: ChatPorts = {
    post: (message) => post(form, message),
    connect: (receive, onClose) => connect(root.dataset.live ?? '', receive, onClose),
    after(ms, action) {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
    chance: Math.random,
    newId: () => crypto.randomUUID(),
    isOnline: () => navigator.onLine,
  }
  const chat = openChatClient(
    ports,
    { messages: [], closed: !closed.hidden, hasBegun: root.dataset.begun !== undefined },
    render,
  )

  const submit = (event: Event) => {
    event.preventDefault()
    const text = field.value.trim()
    field.focus()
    if (text === '') return
    field.value = ''
    chat.send(text)
  }
  form.addEventListener('submit', submit)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  const onOnline = () => chat.retry()
  const onOffline = () => {
    status.textContent = NETWORK_MESSAGES.offline
  }
  addEventListener('online', onOnline)
  addEventListener('offline', onOffline)
  enhanceMailForm(root)
  log.scrollTop = log.scrollHeight
  return () => {
    clearTimeout(replyTimer)
    removeEventListener('online', onOnline)
    removeEventListener('offline', onOffline)
    chat.stop()
  }
}

/** Sends a message with the hidden fields of the form. */
function post(form: HTMLFormElement, { clientId, text }: QueuedMessage) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.set(name, value)
  body.set('text', text)
  body.set('client', clientId)
  return callApi<{ message: ChatMessage }>(form.getAttribute('action') ?? '', body)
}

const hoursOf = (root: HTMLElement) => root.parentElement?.querySelector<HTMLElement>('.chat-hours')
const replyTimeout = (root: HTMLElement) => Number(hoursOf(root)?.dataset.patience ?? 0)

/** Opens the form for a reply by e-mail when staff do not answer. */
function offerMail(root: HTMLElement, messages: readonly ChatMessage[]): void {
  const offer = hoursOf(root)?.querySelector('details')
  if (offer && isAwaitingReply(messages, Date.now())) offer.open = true
}

/** Sends the form of the e-mail address without a page load and shows the result below it. */
function enhanceMailForm(root: HTMLElement): void {
  const form = hoursOf(root)?.querySelector<HTMLFormElement>('.chat-email')
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const field = form.querySelector('input[type=email]') as HTMLInputElement
    const reply = await callApi<string>(
      form.getAttribute('action') ?? '',
      new URLSearchParams({ action: 'email', email: field.value }),
    )
    const status = document.createElement('p')
    status.setAttribute('role', reply.ok ? 'status' : 'alert')
    status.className = reply.ok ? 'chat-mail' : 'chat-mail field-error'
    form.querySelector('.chat-mail')?.remove()
    form.append(status)
    status.textContent = reply.ok ? `${field.value}: ${CHAT_MESSAGES.emailSaved}` : reply.message
    if (!reply.ok) field.focus()
  })
}
