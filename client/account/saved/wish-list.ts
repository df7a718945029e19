/**
 * Hearts, the number at the wish list, and what was looked at last: one listener for all of a page. A guest's list lives
 * in this browser; at the sign-in it joins the customer's, whose list the server keeps.
 */

import type { WishList, WishListChange } from '../../../schema/account/saved/wish-list.api.ts'
import {
  addWishListItem,
  mergeWishLists,
  removeWishListItem,
  WISH_LIST_MAX,
} from '../../../schema/account/saved/wish-list.ts'
import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { LISTING_UPDATED } from '../../catalog/listing/listing-updated.ts'
import { SESSION_CHANGED, signedInName } from '../../identity/session/signed-in.store.ts'
import { subscribeTabs } from '../../identity/session/tab-broadcast.store.ts'
import { TASK_DONE } from '../../identity/session/task-storage.store.ts'
import { type ApiResult, callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { subscribeStoredValue } from '../../platform/storage/stored-value-changes.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { fetchProductCards } from './product-cards-fetch.ts'
import { recentlyViewed, saveViewed } from './recently-viewed.store.ts'
import { EMPTY_WISH_LIST, readWishList, saveWishList, WISH_LIST_KEY } from './wish-list.store.ts'

/** Asked once in a tab: a list may have changed on another device. Where storage is forbidden every page asks. */
const asked = storedText('wish-list-asked', () => sessionStorage)
const WISHES = '/api/ext/wish-list'
const isCustomer = () => signedInName(document.cookie) !== ''

/** The list that this page shows; stored with every change, and for this page alone where nothing may be stored. */
let wishes = EMPTY_WISH_LIST

/** Shows on every heart and number of the document what the list holds. */
export function renderWishListButtons(): void {
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
  saveWishList(wishes)
  renderWishListButtons()
}

/** The customer's list as the server had it last. */
let known: readonly string[] = []
/** Hearts whose press the server has not answered yet, and whether each is to be on the list. */
const pressed = new Map<string, boolean>()
/** Those of them that the running call sends. */
let sent: ReadonlyMap<string, boolean> = new Map()
/** Ends with the call that was asked for last. */
let calls: Promise<void> = Promise.resolve()

function withHearts(skus: readonly string[], hearts: ReadonlyMap<string, boolean>): readonly string[] {
  let list = skus
  for (const [sku, on] of hearts) list = on ? addWishListItem(list, sku) : removeWishListItem(list, sku)
  return list
}

/** The customer's list with the hearts that were pressed since. */
function showCustomers(): void {
  show('customer', withHearts(known, pressed))
}

/** One call after the other: an answer that comes late would not know what a later call has changed. */
function inTurn(call: () => Promise<void>): Promise<void> {
  calls = calls.then(call, call)
  return calls
}

/** Asks for the list. An answer for somebody who has left meanwhile is dropped. */
async function askForList(): Promise<void> {
  const name = signedInName(document.cookie)
  const answer = await callApi<WishList>(WISHES)
  if (!answer.ok || name === '' || name !== signedInName(document.cookie)) return
  showAnswer(answer.value)
}

function showAnswer({ items }: WishList): void {
  known = items.map(({ sku }) => sku)
  showCustomers()
  asked.save('1')
}

function changeOf(hearts: Iterable<[string, boolean]>): WishListChange {
  const all = [...hearts]
  const those = (wanted: boolean) => all.filter(([, on]) => on === wanted).map(([sku]) => sku)
  return { add: those(true), remove: those(false) }
}

/** Sends the server what was pressed since the call before, all at once. */
async function sendPressed(): Promise<void> {
  if (pressed.size === 0) return
  const name = signedInName(document.cookie)
  const hearts = new Map(pressed)
  const answer = await sendChange(hearts)
  for (const [sku, on] of hearts) if (pressed.get(sku) === on) pressed.delete(sku)
  const { add = [] } = changeOf(hearts)
  sent = new Map()
  // Nobody has signed in again: the hearts are a guest's, and join the list of who does.
  if (answer === 'declined') show('guest', mergeWishLists(add, wishes.of === 'guest' ? wishes.skus : []))
  else if (name !== signedInName(document.cookie)) return
  else if (answer === 'queued') known = withHearts(known, hearts)
  else if (answer.ok) showAnswer(answer.value)
  else {
    showCustomers()
    showToast({ type: 'error', message: answer.message })
    // The server may have done it all the same.
    asked.clear()
    await askForList()
  }
}

/** Without a connection the change waits and is sent once: `queued`. `declined`: the session is over. */
async function sendChange(
  hearts: ReadonlyMap<string, boolean>,
): Promise<ApiResult<WishList> | 'queued' | 'declined'> {
  const change = changeOf(hearts)
  const tasks = await import('../../identity/session/authenticated-requests.ts').catch(() => null)
  if (!tasks) return { ok: false, code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline, result: null }
  // A call before this one has ended the session, and nobody has signed in again.
  if (!isCustomer()) return 'declined'
  if (navigator.onLine) {
    const answer = await tasks.sendAuthenticatedForm(() => {
      sent = hearts
      return callApi<WishList>(WISHES, change, LEAVING)
    })
    return answer ?? 'declined'
  }
  await tasks.authenticatedTaskQueue().queue({ url: WISHES, body: change, silent: true })
  return 'queued'
}

/** Who presses a heart and leaves the page has pressed it. */
const LEAVING = { keepalive: true }

function sendBeforeLeaving(): void {
  const waiting = [...pressed].filter(([sku, on]) => sent.get(sku) !== on)
  if (waiting.length > 0) void callApi(WISHES, changeOf(waiting), LEAVING)
  // Nobody on this page receives the answers; the next page asks.
  if (pressed.size > 0) asked.clear()
}

/** A heart was pressed: shown at once, taken back if the server does not hear of it. */
function toggleWishListItem(sku: string): void {
  const isOn = wishes.skus.includes(sku)
  if (!isOn && wishes.skus.length >= WISH_LIST_MAX) {
    showToast({ type: 'warning', message: `The wish list holds ${WISH_LIST_MAX} tires. Take one off first.` })
  } else if (isCustomer()) {
    pressed.set(sku, !isOn)
    showCustomers()
    void inTurn(sendPressed)
  } else show('guest', isOn ? removeWishListItem(wishes.skus, sku) : addWishListItem(wishes.skus, sku))
}

/** What is stored, which another tab may have changed. */
function readStored(): void {
  wishes = readWishList()
  if (pressed.size === 0) known = wishes.of === 'customer' ? wishes.skus : []
  renderWishListButtons()
}

/** Whose list this is may have changed: a guest's joins the customer's, a customer's is forgotten. */
function follow(): void {
  readStored()
  if (isCustomer()) {
    const guests = wishes.of === 'guest' ? wishes.skus : []
    for (const sku of guests) pressed.set(sku, true)
    if (guests.length > 0) void inTurn(sendPressed)
    else if (wishes.of === 'guest' || !asked.read()) void inTurn(askForList)
  } else if (wishes.of === 'customer') {
    show('guest', [])
    recentlyViewed.clear()
    asked.clear()
  }
}

async function showViewed(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-viewed]')
  const skus = recentlyViewed.read()
  if (!place || skus.length === 0) return
  const picks = await fetchProductCards(skus)
  if (picks) place.replaceChildren(...picks.childNodes)
  else showToast({ type: 'warning', message: NETWORK_MESSAGES.offline })
  renderWishListButtons()
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const heart = target?.closest<HTMLElement>('[data-wish]')
  if (heart?.dataset.wish) toggleWishListItem(heart.dataset.wish)
  const link = target?.closest<HTMLAnchorElement>('[data-wish-link]')
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (!link || opensElsewhere || event.defaultPrevented) return
  event.preventDefault()
  import('./wish-list-dialog.ts').then(
    async ({ openWishListDialog }) => {
      await openWishListDialog(link, wishes.skus, isCustomer())
      // The hearts of its cards are painted with those of the page.
      renderWishListButtons()
    },
    () => location.assign(link.href),
  )
}

export function enhanceWishList(): void {
  const product = document.querySelector<HTMLElement>(
    'main > .product [data-wish], .product-links [data-wish]',
  )
  if (product?.dataset.wish) saveViewed(product.dataset.wish)
  follow()
  void showViewed()
  document.addEventListener('click', onClick)
  document.addEventListener(TASK_DONE, (event) => {
    const { detail: task } = event as CustomEvent<Task>
    // What it answered may be older than a heart that was pressed meanwhile.
    if (task.url === WISHES && task.resultCode === 200) void inTurn(askForList)
  })
  for (const name of [LISTING_UPDATED, SESSION_CHANGED]) document.addEventListener(name, follow)
  subscribeTabs(follow)
  subscribeStoredValue(WISH_LIST_KEY, readStored)
  addEventListener('pageshow', ({ persisted }) => persisted && follow())
  addEventListener('pagehide', sendBeforeLeaving)
}
