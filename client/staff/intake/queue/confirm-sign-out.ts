/** Asks before a sign-out while tires wait on this phone (H14), and deletes the intake page that it has stored. */
import { OFFLINE_WORK_CACHE } from '../../../../schema/platform/offline/offline.ts'
import { unsentIntakes } from './unsent-intakes.store.ts'

/** Watches the forms of the page; nothing happens while all is sent. */
export function confirmSignOut(): void {
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    if (new FormData(form, event.submitter).get('action') !== 'sign-out') return
    const count = Number(unsentIntakes.read() ?? 0)
    const tires = count === 1 ? '1 tire waits' : `${count} tires wait`
    if (count > 0 && !confirm(`${tires} on this phone and will be sent after you sign in again. Sign out?`)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else void globalThis.caches?.delete(OFFLINE_WORK_CACHE)
  }
  // Before the listeners of the form itself.
  document.addEventListener('submit', onSubmit, { capture: true })
}
