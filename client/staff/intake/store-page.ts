/** Stores the intake page in the service worker, so that it opens again without reception (H14). */
import { OFFLINE_WORK_CACHE } from '../../../schema/platform/offline/offline.ts'
import { trustedScriptUrl } from '../../platform/trusted-types.ts'

export async function storePage(): Promise<void> {
  const { serviceWorker } = navigator
  // `vite dev` has no built files to store.
  if (!serviceWorker || import.meta.env.DEV) return
  await serviceWorker.register(trustedScriptUrl('/service-worker.js'))
  const { active } = await serviceWorker.ready
  active?.postMessage(OFFLINE_WORK_CACHE)
}
