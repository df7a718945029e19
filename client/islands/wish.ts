/**
 * Hearts, the number at the wish list, and what was looked at last: one listener for all of a page. A guest's list lives
 * in this browser; at the sign-in it joins the customer's, whose list the server keeps.
 */
import type { WishList, WishListChange } from '../../schema/api/wish-list.ts'
import type { Task } from '../../schema/domain/task.ts'
import { addWish, removeWish, WISH_MOST } from '../../schema/domain/wish-list.ts'
import { CALL_MESSAGES, type Outcome, send } from '../call.ts'
import { compareStorage as storage } from '../store/compare.ts'
import { SESSION_CHANGED, signedInName, subscribeSession } from '../store/signed-in.ts'
import { TASK_DONE } from '../store/task-kept.ts'
import { clearViewed, keepViewed, readViewed } from '../store/viewed.ts'
import { keepWishes, NO_WISHES, readWishes, subscribeWishes } from '../store/wish-list.ts'
import { notify } from '../ui/notify.ts'
import { fetchPicks } from './picks.ts'
import { SWAPPED } from './swapped.ts'

/** Asked once in a tab: a list may have changed on another device. */
const ASKED = 'wish-list-asked'
const WISHES = '/api/ext/wish-list'
const isCustomer = () => signedInName(document.cookie) !== ''

/** The list that this page shows; kept with every change, and for this page alone where nothing may be kept. */
let wishes = NO_WISHES

/** Shows on every heart and number of the document what the list holds. */
export function paintWishes(): void {
  for (const heart of document.querySelectorAll<HTMLElement>('[data-wish]')) {
    heart.hidden = false
    heart.setAttribute('aria-pressed', String(wishes.skus.includes(heart.dataset.wish ?? '')))
  }
  const count = wishes.skus.length
  for (const badge of document.querySelectorAll<HTMLElement>('[data-wish-count]')) {
    badge.hidden = count === 0
    badge.textContent = String(count)
    badge.closest('a')?.setAttribute('aria-label', `Wish list, ${count} ${count === 1 ? 'tire' : 'tires'}`)
  }
}

function show(of: 'guest' | 'customer', skus: readonly string[]): void {
  wishes = { of, skus: [...skus] }
  keepWishes(storage(), wishes)
  paintWishes()
}

/** The call that was begun last. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Calls about the list go one after the other, and only the last one's answer is shown: an earlier one does not know
 * the heart that was pressed meanwhile.
 */
async function ask<T extends Outcome<WishList> | string | null>(call: () => Promise<T>): Promise<T> {
  const own = last.then(call, call)
  last = own
  const answer = await own
  if (own === last && typeof answer === 'object' && answer?.ok) showAnswer(answer.value)
  return answer
}

/**
 * Tells the server what changed and shows the list that it has then; without a connection the change waits and is sent
 * once. Words when it could not be told, else `null`.
 */
async function tell(change: WishListChange): Promise<string | null> {
  const answer = await ask(async () => {
    const tasks = await import('./session-tasks.ts').catch(() => null)
    if (!tasks) return CALL_MESSAGES.offline
    if (navigator.onLine) return tasks.sendTyped(() => send<WishList>(WISHES, change))
    await tasks.sessionTasks().queue({ url: WISHES, body: change, silent: true })
    return ''
  })
  // Nobody has signed in again: the heart is a guest's, and joins the list of who does.
  if (answer === null) show('guest', [...(change.add ?? [])])
  else if (typeof answer === 'string') return answer || null
  else if (!answer.ok) return answer.message
  return null
}

function showAnswer({ items }: WishList): void {
  show(
    'customer',
    items.map(({ sku }) => sku),
  )
}

/** A heart was pressed. */
async function toggleWish(sku: string): Promise<void> {
  const before = wishes
  const isOn = before.skus.includes(sku)
  if (!isOn && before.skus.length >= WISH_MOST) {
    notify({ type: 'warning', message: `The wish list holds ${WISH_MOST} tires. Take one off first.` })
    return
  }
  // Shown at once; taken back if the server does not hear of it.
  show(before.of, isOn ? removeWish(before.skus, sku) : addWish(before.skus, sku))
  if (!isCustomer()) return
  const problem = await tell(isOn ? { remove: [sku] } : { add: [sku] })
  if (problem === null) return
  show(before.of, before.skus)
  notify({ type: 'error', message: problem })
}

/** Whose list this is may have changed: a guest's joins the customer's, a customer's is forgotten. */
async function follow(): Promise<void> {
  wishes = readWishes(storage())
  paintWishes()
  if (isCustomer()) {
    if (wishes.of === 'guest' && wishes.skus.length > 0) await tell({ add: [...wishes.skus] })
    else if (sessionStorage.getItem(ASKED) === null || wishes.of === 'guest') {
      await ask(() => send<WishList>(WISHES))
    }
    sessionStorage.setItem(ASKED, '')
  } else if (wishes.of === 'customer') {
    show('guest', [])
    clearViewed(storage())
    sessionStorage.removeItem(ASKED)
  }
}

async function showViewed(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-viewed]')
  const skus = readViewed(storage())
  if (!place || skus.length === 0) return
  const picks = await fetchPicks(skus)
  if (picks) place.replaceChildren(...picks.childNodes)
  else notify({ type: 'warning', message: CALL_MESSAGES.offline })
  paintWishes()
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const heart = target?.closest<HTMLElement>('[data-wish]')
  if (heart?.dataset.wish) void toggleWish(heart.dataset.wish)
  const link = target?.closest<HTMLAnchorElement>('[data-wish-link]')
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (!link || opensElsewhere || event.defaultPrevented) return
  event.preventDefault()
  import('./wish-dialog.ts').then(
    ({ openWishes }) => openWishes(link, wishes.skus, isCustomer()),
    () => location.assign(link.href),
  )
}

export function listenToWishes(): void {
  const product = document.querySelector<HTMLElement>(
    'main > .product [data-wish], .product-links [data-wish]',
  )
  if (product?.dataset.wish) keepViewed(storage(), product.dataset.wish)
  // Storage for this tab alone may be forbidden; then hearts work until the page is left.
  follow().catch(paintWishes)
  void showViewed()
  document.addEventListener('click', onClick)
  document.addEventListener(TASK_DONE, (event) => {
    const { detail: task } = event as CustomEvent<Task>
    if (task.url === WISHES && task.resultCode === 200) showAnswer(task.result as WishList)
  })
  for (const name of [SWAPPED, SESSION_CHANGED]) {
    document.addEventListener(name, () => void follow().catch(paintWishes))
  }
  subscribeSession(() => void follow().catch(paintWishes))
  subscribeWishes(() => {
    wishes = readWishes(storage())
    paintWishes()
  })
  addEventListener('pageshow', ({ persisted }) => persisted && void follow().catch(paintWishes))
}
