/**
 * The chat ("Ask us") as a drawer. The conversation is read from the page of the chat, so that only the server renders it.
 * Plain DOM.
 */

import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { parseTrustedPage } from '../../platform/trusted-types.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { mountChat } from './chat.ts'

/** Opens the drawer; after closing, the focus returns to `link`. */
export async function openChat(link: HTMLAnchorElement): Promise<void> {
  const page = await fetch(link.href, { headers: { Accept: 'text/html' } }).then(
    async (response) => (response.ok ? (await parseTrustedPage(response)).page : null),
    () => null,
  )
  const section = page?.querySelector<HTMLElement>('[data-chat]')
  const hours = page?.querySelector('.chat-hours')
  if (!section || !hours) {
    if (navigator.onLine) location.assign(link.href)
    else showToast({ type: 'warning', message: NETWORK_MESSAGES.offline })
    return
  }
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog dialog-end'
  dialog.setAttribute('aria-labelledby', 'chat-title')
  const body = document.createElement('div')
  body.className = 'dialog-body chat-dialog'
  const head = document.createElement('div')
  head.className = 'dialog-head'
  const title = document.createElement('h2')
  title.id = 'chat-title'
  title.textContent = 'Ask us'
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'text-button'
  close.textContent = 'Close'
  close.addEventListener('click', () => dialog.close())
  head.append(title, close)
  body.append(head, section, hours)
  dialog.append(body)
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  document.body.append(dialog)
  dialog.showModal()
  const stop = mountChat(section)
  section.querySelector('textarea')?.focus()
  dialog.addEventListener('close', () => {
    stop()
    dialog.remove()
    link.focus()
  })
}
