/** The script of the back office (H14): menu, keys, chats and islands. React is loaded with the first island. */
import { scheduleHydration } from './platform/islands/hydration.ts'
import { enhanceMenu } from './platform/islands/menu.ts'
import { STAFF_ISLANDS } from './staff/frame/staff-islands.ts'
import { confirmSignOut } from './staff/intake/queue/confirm-sign-out.ts'
import { enableStaffKeys } from './staff/keys/staff-keys.ts'
import { openFilters } from './staff/units/open-filters.ts'
import { enhanceScanForm } from './staff/yard/scan-fields.ts'

/** Loads a part of the script for pages that have its element. Without it the page works as a plain form. */
function enhance<Element extends HTMLElement>(
  selector: string,
  load: () => Promise<(element: Element) => void>,
): void {
  const element = document.querySelector<Element>(selector)
  if (element)
    load()
      .then((run) => run(element))
      .catch(() => {})
}

scheduleHydration(STAFF_ISLANDS)
enhanceMenu()
confirmSignOut()
enableStaffKeys()
openFilters()
enhanceScanForm()
enhance('[data-chat]', async () => (await import('./content/chat/chat.ts')).mountChat)
enhance('[data-print]', async () => (await import('./staff/print/print-labels.ts')).printWhenLoaded)
