/** The wish list as a drawer on any page, with the usual product cards. Plain DOM. */
import { paths } from '../../../schema/paths.ts'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { fetchProductCards } from './product-cards-fetch.ts'

/** Opens the drawer; after closing, the focus returns to `link`. */
export async function openWishListDialog(
  link: HTMLAnchorElement,
  skus: readonly string[],
  isCustomer: boolean,
): Promise<void> {
  const cards = await fetchProductCards(skus)
  if (!cards) {
    showToast({ type: 'warning', message: NETWORK_MESSAGES.offline })
    return
  }
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog dialog-end wish-dialog'
  dialog.setAttribute('aria-labelledby', 'wish-title')
  const head = document.createElement('div')
  head.className = 'dialog-head'
  const title = document.createElement('h2')
  title.id = 'wish-title'
  title.textContent = 'Wish list'
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'text-button'
  close.textContent = 'Close'
  close.addEventListener('click', () => dialog.close())
  head.append(title, close)
  const body = document.createElement('div')
  body.className = 'dialog-body'
  const more = document.createElement('p')
  more.className = 'quiet t-14'
  if (isCustomer) {
    const all = document.createElement('a')
    all.href = paths.wishlist
    all.textContent = 'Open wish list'
    more.append(all)
  } else {
    const signIn = document.createElement('a')
    signIn.href = link.href
    signIn.textContent = 'Sign in'
    more.append('Saved in this browser. ', signIn, ' to see it everywhere.')
  }
  body.append(head, cards, more)
  dialog.append(body)
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    link.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
}
