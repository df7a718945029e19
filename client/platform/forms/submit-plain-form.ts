import { OFFLINE_MESSAGE } from '../../../schema/platform/notification.ts'
import { isShopReachable } from '../api/is-shop-reachable.ts'
import { showToast } from '../ui/toast.ts'

/**
 * Submits a form as a page without script does, after its script or the script's call failed; `mutation` is sent as one
 * more field. Without a connection the page stays, because the error page of the browser would replace it, and shows a message and the sentence `effect`.
 */
export async function submitPlainForm(
  form: HTMLFormElement,
  mutation?: string,
  effect?: string,
): Promise<void> {
  if (!(await isShopReachable())) {
    showToast({ message: effect ? `${OFFLINE_MESSAGE}. ${effect}.` : OFFLINE_MESSAGE, type: 'error' })
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
