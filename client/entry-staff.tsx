/** The script of the back office (H14a): menu, keys, passkeys, chats and islands. React is loaded with the first island. */
import { scheduleHydration } from './platform/islands/hydration.ts'
import { enhanceMenu } from './platform/islands/menu.ts'
import { watchProgress } from './staff/bulk/watch-progress.ts'
import { countDownHolds } from './staff/counter/hold-countdown.ts'
import { focusResult } from './staff/frame/focus-result.ts'
import { enhancePageButtons } from './staff/frame/page-buttons.ts'
import { STAFF_ISLANDS } from './staff/frame/staff-islands.ts'
import { confirmSignOut } from './staff/intake/queue/confirm-sign-out.ts'
import { enableStaffKeys } from './staff/keys/staff-keys.ts'
import { watchNewOrders } from './staff/orders/new-orders.ts'
import { printLabels } from './staff/print/print-labels.ts'
import { countMarkedUnits } from './staff/unit-list/marked-units.ts'
import { openFilters } from './staff/unit-list/open-filters.ts'
import { enhanceScanForm } from './staff/yard/scan-fields.ts'

scheduleHydration(STAFF_ISLANDS)
enhanceMenu()
confirmSignOut()
enhancePageButtons()
focusResult()
enableStaffKeys()
openFilters()
countMarkedUnits()
enhanceScanForm()
countDownHolds()
if (document.querySelectorAll('main form[method=post]').length > 1)
  import('./staff/frame/typed-fields.ts')
    .then(({ restoreTypedFields }) => restoreTypedFields())
    .catch(() => {})
const chat = document.querySelector<HTMLElement>('[data-chat]')
if (chat) import('./content/chat/chat.ts').then(({ mountChat }) => mountChat(chat)).catch(() => {})
if (document.querySelector('[data-passkey]'))
  import('./staff/sign-in/passkeys.ts')
    .then(({ enhancePasskeyForms }) => enhancePasskeyForms())
    .catch(() => {})
const grid = document.querySelector<HTMLFormElement>('form[data-grid]')
if (grid) import('./staff/bulk/grid/grid.ts').then(({ mountGrid }) => mountGrid(grid)).catch(() => {})
if (document.querySelector('[data-photo-field]'))
  import('./staff/photos/photo-fields.ts')
    .then(({ enhancePhotoFields }) => enhancePhotoFields())
    .catch(() => {})
printLabels()
watchProgress()
watchNewOrders()
