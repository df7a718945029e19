/** Starts the chat on its own page; on other pages, links to the chat open the drawer. Plain DOM. */
import { paths } from '../../../schema/paths.ts'
import { enhanceLinks } from '../../platform/islands/enhance-links.ts'

export function enhanceChatLinks(): void {
  const chat = document.querySelector<HTMLElement>('[data-chat]')
  if (chat) return void import('./chat.ts').then(({ mountChat }) => mountChat(chat))
  enhanceLinks(`a[href="${paths.chat}"]`, async (link) => (await import('./chat-drawer.ts')).openChat(link))
}
