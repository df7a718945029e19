/** Starts the chat on its own page; on other pages, links to the chat open the drawer. Plain DOM. */
import { paths } from '../../../schema/paths.ts'

export function enhanceChatLinks(): void {
  const chat = document.querySelector<HTMLElement>('[data-chat]')
  if (chat) void import('./chat.ts').then(({ mountChat }) => mountChat(chat))
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (link?.getAttribute('href') !== paths.chat || chat || opensElsewhere || event.defaultPrevented) return
    event.preventDefault()
    import('./chat-drawer.ts').then(
      ({ openChat }) => openChat(link),
      () => location.assign(link.href),
    )
  })
}
