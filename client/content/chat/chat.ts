/** Keeps a conversation on a page up to date (worker/content/chat/chat-view.tsx), a shopper's or staff's. Plain DOM. */
import type { ChatFrame } from '../../../schema/content/chat/chat.api.ts'
import {
  CHAT_MESSAGES,
  CHAT_MOMENT,
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

/** How often a silent line is asked whether it is still there. */
const PING_MS = 30_000

function listen(address: string, heard: (frame: ChatFrame) => void, gone: () => void): ChatSocket {
  const url = new URL(address, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  let answered = true
  const beat = setInterval(() => {
    if (!answered) return socket.close()
    answered = false
    socket.send('ping')
  }, PING_MS)
  socket.addEventListener('message', ({ data }) => {
    answered = true
    if (data !== 'pong') heard(JSON.parse(String(data)) as ChatFrame)
  })
  socket.addEventListener('close', () => {
    clearInterval(beat)
    gone()
  })
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(),
  }
}

function line(who: string, text: string, at: number | null, className: string): HTMLLIElement {
  const item = document.createElement('li')
  item.className = className
  const head = document.createElement('p')
  head.className = 'chat-who'
  head.textContent = `${who} `
  const when = document.createElement('time')
  when.textContent = at === null ? 'waiting to be sent' : new Date(at).toLocaleString('en-US', CHAT_MOMENT)
  if (at !== null) when.dateTime = new Date(at).toISOString()
  head.append(when)
  const body = document.createElement('p')
  body.className = 'chat-text'
  body.textContent = text
  item.append(head, body)
  return item
}

/** Brings the section to life; gives the way to stop. */
export function mountChat(root: HTMLElement): () => void {
  const self = root.dataset.chat === 'staff' ? 'staff' : 'shopper'
  const log = root.querySelector<HTMLElement>('.chat-log')
  const list = log?.querySelector('ol')
  const form = root.querySelector<HTMLFormElement>('.chat-say')
  const field = form?.querySelector('textarea')
  const says = form?.querySelector<HTMLElement>('[role=status]')
  const closed = root.querySelector<HTMLElement>('.chat-closed')
  if (!log || !list || !form || !field || !says || !closed) return () => {}
  const shown = new Set([...list.children].map((item) => Number((item as HTMLElement).dataset.id)))
  let patience = 0

  const nameOf = ({ author }: ChatMessage) =>
    author === self ? 'You' : author === 'staff' ? 'Treadline' : 'Shopper'

  function paint(state: ChatState): void {
    if (!log || !list || !field || !says || !closed) return
    for (const old of list.querySelectorAll('.chat-waiting')) old.remove()
    const fresh = state.messages.filter(({ id }) => !shown.has(id))
    for (const message of fresh) {
      shown.add(message.id)
      const item = line(
        nameOf(message),
        message.text,
        message.at,
        message.author === self ? 'chat-own' : 'chat-other',
      )
      list.append(item)
    }
    // Who has just been answered reads no longer that nobody is there.
    const presence = hoursOf(root)?.querySelector('[data-presence]')
    if (presence && fresh.some(({ author }) => author === 'staff')) presence.textContent = CHAT_MESSAGES.there
    for (const { text } of state.waiting) list.append(line('You', text, null, 'chat-own chat-waiting'))
    closed.hidden = !state.closed
    says.textContent = state.problem ?? ''
    if (state.returned !== null && field.value === '') field.value = state.returned
    if (fresh.length > 0 || state.waiting.length > 0) log.scrollTop = log.scrollHeight
    if (self === 'staff' && fresh.some(({ author }) => author === 'shopper') && !document.hidden) chat.seen()
    clearTimeout(patience)
    patience = window.setTimeout(() => offerMail(root, state.messages), patienceOf(root))
  }

  const ports: ChatPorts = {
    say: (message) => post(form, message),
    listen: (heard, gone) => listen(root.dataset.live ?? '', heard, gone),
    after(ms, act) {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    chance: Math.random,
    newId: () => crypto.randomUUID(),
    isOnline: () => navigator.onLine,
  }
  const chat = openChatClient(
    ports,
    { messages: [], closed: !closed.hidden, hasBegun: root.dataset.begun !== undefined },
    paint,
  )

  const submit = (event: Event) => {
    event.preventDefault()
    const text = field.value.trim()
    field.focus()
    if (text === '') return
    field.value = ''
    chat.say(text)
  }
  form.addEventListener('submit', submit)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  const back = () => chat.retry()
  const lost = () => {
    says.textContent = NETWORK_MESSAGES.offline
  }
  addEventListener('online', back)
  addEventListener('offline', lost)
  listenToMail(root)
  log.scrollTop = log.scrollHeight
  return () => {
    clearTimeout(patience)
    removeEventListener('online', back)
    removeEventListener('offline', lost)
    chat.stop()
  }
}

/** The form's own fields, with this message and its id in place of what they hold. */
function post(form: HTMLFormElement, { clientId, text }: QueuedMessage) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.set(name, value)
  body.set('text', text)
  body.set('client', clientId)
  return callApi<{ message: ChatMessage }>(form.getAttribute('action') ?? '', body)
}

const hoursOf = (root: HTMLElement) => root.parentElement?.querySelector<HTMLElement>('.chat-hours')
const patienceOf = (root: HTMLElement) => Number(hoursOf(root)?.dataset.patience ?? 0)

/** Nobody answers: the way to be answered by mail opens. */
function offerMail(root: HTMLElement, messages: readonly ChatMessage[]): void {
  const offer = hoursOf(root)?.querySelector('details')
  if (offer && isAwaitingReply(messages, Date.now())) offer.open = true
}

function listenToMail(root: HTMLElement): void {
  const form = hoursOf(root)?.querySelector<HTMLFormElement>('.chat-email')
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const field = form.querySelector('input[type=email]') as HTMLInputElement
    const answer = await callApi<string>(
      form.getAttribute('action') ?? '',
      new URLSearchParams({ action: 'email', email: field.value }),
    )
    const says = document.createElement('p')
    says.setAttribute('role', answer.ok ? 'status' : 'alert')
    says.className = answer.ok ? 'chat-mail' : 'chat-mail field-error'
    form.querySelector('.chat-mail')?.remove()
    form.append(says)
    says.textContent = answer.ok ? `${field.value}: ${CHAT_MESSAGES.emailSaved}` : answer.message
    if (!answer.ok) field.focus()
  })
}
