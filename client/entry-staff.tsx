/** The script of the back office (H14): menu, chats and islands. React is loaded with the first island. */
import { scheduleHydration } from './platform/islands/hydration.ts'
import { enhanceMenu } from './platform/islands/menu.ts'
import { STAFF_ISLANDS } from './staff/frame/staff-islands.ts'

scheduleHydration(STAFF_ISLANDS)
enhanceMenu()
const chat = document.querySelector<HTMLElement>('[data-chat]')
if (chat) import('./content/chat/chat.ts').then(({ mountChat }) => mountChat(chat)).catch(() => {})
