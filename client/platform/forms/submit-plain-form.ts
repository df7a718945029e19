import { OFFLINE_MESSAGE } from '../../../schema/platform/notification.ts'
import { isShopReachable } from '../api/is-shop-reachable.ts'
import { showToast } from '../ui/toast.ts'

/**
 * Sends a form as it is, with `mutation` as one more field, after its script failed. Without a connection the page stays
 * and says so: the browser's own error page would take its place.
 */
export async function submitPlainForm(form: HTMLFormElement, mutation?: string): Promise<void> {
  if (!(await isShopReachable())) {
    showToast({ message: OFFLINE_MESSAGE, type: 'error' })
    return
  }
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = 'mutation'
  input.value = mutation ?? ''
  if (mutation) form.append(input)
  form.submit()
  input.remove()
}
