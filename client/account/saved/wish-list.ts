/**
 * The wish list buttons (hearts), the badge with the number of saved products, and recently viewed products: one listener
 * for the page. A guest's list is stored in this browser and merged at the sign-in; the server stores the customer's.
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
import { enhanceLinks } from '../../platform/islands/enhance-links.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { subscribeStoredValue } from '../../platform/storage/stored-value-changes.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { fetchProductCards } from './product-cards-fetch.ts'
import { recentlyViewed, saveViewed } from './recently-viewed.store.ts'
import { EMPTY_WISH_LIST, readWishList, saveWishList, WISH_LIST_KEY } from './wish-list.store.ts'

/** Set after this tab has requested the list, which another device may have changed. Without storage, every page requests it. */
const requested = storedText('wish-list-asked', () => sessionStorage)
const WISH_LIST_URL = '/api/ext/wish-list'
const isCustomer = () => signedInName(document.cookie) !== ''

/** The list that this page shows; saved with every change if the browser allows storage. */
let wishList = EMPTY_WISH_LIST

/** Updates every heart and badge of the document from the list. */
export function renderWishListButtons(): void {
  for (const heart of document.querySelectorAll<HTMLElement>('[data-wish]')) {
    heart.hidden = false
    heart.setAttribute('aria-pressed', String(wishList.skus.includes(heart.dataset.wish ?? '')))
  }
  const count = wishList.skus.length
  for (const badge of document.querySelectorAll<HTMLElement>('[data-wish-count]')) {
    badge.hidden = count === 0
    badge.textContent = String(count)
    // Not by `formatQuantity`, whose file would be loaded before a page's first interaction.
    badge.closest('a')?.setAttribute('aria-label', `Wish list, ${count} ${count === 1 ? 'tire' : 'tires'}`)
  }
}

function show(of: 'guest' | 'customer', skus: readonly string[]): void {
  wishList = { of, skus: [...skus] }
  saveWishList(wishList)
  renderWishListButtons()
}

/** Skus with the wanted state: true to add, false to remove. */
type Changes = ReadonlyMap<string, boolean>

/** The customer's list in the last reply of the server. */
let confirmed: readonly string[] = []
/** Changes that the server has not confirmed yet. */
const pending = new Map<string, boolean>()
/** The pending changes of the running call. */
let sent: Changes = new Map()
/** Settles with the last scheduled call. */
let calls: Promise<void> = Promise.resolve()

function withChanges(skus: readonly string[], changes: Changes): readonly string[] {
  let list = skus
  for (const [sku, on] of changes) list = on ? addWishListItem(list, sku) : removeWishListItem(list, sku)
  return list
}

/** Shows the customer's list with the pending changes. */
function showCustomerList(): void {
  show('customer', withChanges(confirmed, pending))
}

/** Runs one call after the other: a late reply would not contain the changes of a later call. */
function inTurn(call: () => Promise<void>): Promise<void> {
  calls = calls.then(call, call)
  return calls
}

/** Requests the list. Ignores the reply when the customer has signed out or changed meanwhile. */
async function requestList(): Promise<void> {
  const name = signedInName(document.cookie)
  const reply = await callApi<WishList>(WISH_LIST_URL)
  if (!reply.ok || name === '' || name !== signedInName(document.cookie)) return
  showReply(reply.value)
}

function showReply({ items }: WishList): void {
  confirmed = items.map(({ sku }) => sku)
  showCustomerList()
  requested.save('1')
}

function toWishListChange(changes: Iterable<[string, boolean]>): WishListChange {
  const all = [...changes]
  const skusWith = (wanted: boolean) => all.filter(([, on]) => on === wanted).map(([sku]) => sku)
  return { add: skusWith(true), remove: skusWith(false) }
}

/** Sends all pending changes in one call. */
async function sendPending(): Promise<void> {
  if (pending.size === 0) return
  const name = signedInName(document.cookie)
  const changes = new Map(pending)
  const reply = await sendChanges(changes)
  for (const [sku, on] of changes) if (pending.get(sku) === on) pending.delete(sku)
  const { add = [] } = toWishListChange(changes)
  sent = new Map()
  // Without a new sign-in the added products belong to a guest, and are merged at the next sign-in.
  if (reply === 'declined') show('guest', mergeWishLists(add, wishList.of === 'guest' ? wishList.skus : []))
  else if (name !== signedInName(document.cookie)) return
  else if (reply === 'queued') confirmed = withChanges(confirmed, changes)
  else if (reply.ok) showReply(reply.value)
  else {
    showCustomerList()
    showToast({ type: 'error', message: reply.message })
    // The server may have applied the change although the reply failed.
    requested.clear()
    await requestList()
  }
}

/** Sends changes. `queued`: there is no connection, the change is sent later once. `declined`: the session has ended. */
async function sendChanges(changes: Changes): Promise<ApiResult<WishList> | 'queued' | 'declined'> {
  const change = toWishListChange(changes)
  const tasks = await import('../../identity/session/authenticated-requests.ts').catch(() => null)
  if (!tasks) return { ok: false, code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline, result: null }
  // An earlier call has ended the session, and the shopper did not sign in again.
  if (!isCustomer()) return 'declined'
  if (navigator.onLine) {
    const reply = await tasks.sendAuthenticatedForm(() => {
      sent = changes
      return callApi<WishList>(WISH_LIST_URL, change, KEEPALIVE)
    })
    return reply ?? 'declined'
  }
  await tasks.authenticatedTaskQueue().queue({ url: WISH_LIST_URL, body: change, silent: true })
  return 'queued'
}

/** Lets the request finish after the shopper has left the page. */
const KEEPALIVE = { keepalive: true }

function sendBeforeLeaving(): void {
  const unsent = [...pending].filter(([sku, on]) => sent.get(sku) !== on)
  if (unsent.length > 0) void callApi(WISH_LIST_URL, toWishListChange(unsent), KEEPALIVE)
  // This page does not receive the replies, so the next page requests the list.
  if (pending.size > 0) requested.clear()
}

/** Adds or removes a product. The change is shown at once, and reverted when the server does not confirm it. */
function toggleWishListItem(sku: string): void {
  const isOn = wishList.skus.includes(sku)
  if (!isOn && wishList.skus.length >= WISH_LIST_MAX) {
    showToast({
      type: 'warning',
      message: `Your wish list is full at ${WISH_LIST_MAX} tires. Remove one first.`,
    })
  } else if (isCustomer()) {
    pending.set(sku, !isOn)
    showCustomerList()
    void inTurn(sendPending)
  } else show('guest', isOn ? removeWishListItem(wishList.skus, sku) : addWishListItem(wishList.skus, sku))
}

/** Reads the stored list, which another tab may have changed. */
function readStored(): void {
  wishList = readWishList()
  if (pending.size === 0) confirmed = wishList.of === 'customer' ? wishList.skus : []
  renderWishListButtons()
}

/** Updates the list after a sign-in or sign-out: merges a guest's list into the customer's, deletes a customer's copy. */
function refresh(): void {
  readStored()
  if (isCustomer()) {
    // Starts the exchange of the saved car with the customer's garage; its code is loaded only while somebody is signed in.
    import('../garage/garage-sync.ts').catch(() => {})
    const guestSkus = wishList.of === 'guest' ? wishList.skus : []
    for (const sku of guestSkus) pending.set(sku, true)
    if (guestSkus.length > 0) void inTurn(sendPending)
    else if (wishList.of === 'guest' || !requested.read()) void inTurn(requestList)
  } else if (wishList.of === 'customer') {
    show('guest', [])
    recentlyViewed.clear()
    requested.clear()
  }
}

async function showRecentlyViewed(): Promise<void> {
  const container = document.querySelector<HTMLElement>('[data-viewed]')
  const skus = recentlyViewed.read()
  if (!container || skus.length === 0) return
  const cards = await fetchProductCards(skus)
  if (cards) container.replaceChildren(...cards.childNodes)
  else showToast({ type: 'warning', message: NETWORK_MESSAGES.offline })
  renderWishListButtons()
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const heart = target?.closest<HTMLElement>('[data-wish]')
  if (heart?.dataset.wish) toggleWishListItem(heart.dataset.wish)
}

async function openWishList(link: HTMLAnchorElement): Promise<void> {
  const { openWishListDialog } = await import('./wish-list-dialog.ts')
  await openWishListDialog(link, wishList.skus, isCustomer())
  // Updates the hearts of the cards in the drawer too.
  renderWishListButtons()
}

/** Starts the wish list on this page. */
export function enhanceWishList(): void {
  const product = document.querySelector<HTMLElement>(
    'main > .product [data-wish], .product-links [data-wish]',
  )
  if (product?.dataset.wish) saveViewed(product.dataset.wish)
  refresh()
  void showRecentlyViewed()
  document.addEventListener('click', onClick)
  enhanceLinks('[data-wish-link]', openWishList)
  document.addEventListener(TASK_DONE, (event) => {
    const { detail: task } = event as CustomEvent<Task>
    // The reply of the task may be older than a later change, so the list is requested again.
    if (task.url === WISH_LIST_URL && task.resultCode === 200) void inTurn(requestList)
  })
  for (const name of [LISTING_UPDATED, SESSION_CHANGED]) document.addEventListener(name, refresh)
  subscribeTabs(refresh)
  subscribeStoredValue(WISH_LIST_KEY, readStored)
  addEventListener('pageshow', ({ persisted }) => persisted && refresh())
  addEventListener('pagehide', sendBeforeLeaving)
}
