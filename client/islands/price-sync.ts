/** Brings the prices of a page up to date, in place, and says so only when one has changed. */
import type { RenderItem } from '../../schema/api/wire-price.ts'
import { formatMoney, parseDollars } from '../../schema/domain/money.ts'
import { send } from '../call.ts'
import { notify } from '../ui/notify.ts'
import { wake } from './mount.ts'

/** Skus of one call; a list has fifty. */
const AT_ONCE = 50
const CHANGED = 'Prices on this page have changed.'

/** The amounts of one unit of `setqty` tires, in cents: of each tire, and of the unit. */
export function amountsOf({ price_info: { final_price } }: Pick<RenderItem, 'price_info'>, setqty: number) {
  const unit = parseDollars(final_price) ?? 0
  return { each: Math.ceil(unit / Math.max(1, setqty)), unit }
}

/** `$316.00 for the set` at another price. */
export function repriced(text: string, cents: number): string {
  return text.replace(/\$[\d,]+\.\d{2}/, () => formatMoney(cents))
}

export async function syncPrices(): Promise<void> {
  const places = [...document.querySelectorAll<HTMLElement>('[data-price-sku]')].filter(isPlain)
  const skus = [...new Set(places.map(({ dataset }) => dataset.priceSku ?? ''))].filter(Boolean)
  const items = new Map<string, RenderItem>()
  for (let at = 0; at < skus.length; at += AT_ONCE) {
    const list = encodeURIComponent(skus.slice(at, at + AT_ONCE).join(','))
    const path = `/api/product/render-list?skus=${list}&currencyCode=USD&storeId=1`
    const answer = await send<{ items: RenderItem[] }>(path)
    if (!answer.ok) return
    for (const item of answer.value.items) items.set(item.sku, item)
  }
  let changed = false
  for (const place of places) {
    const item = items.get(place.dataset.priceSku ?? '')
    if (!item) continue
    changed = (await show(place, item)) || changed
    place.dataset.priceIsCurrent = 'true'
  }
  if (changed) notify({ type: 'info', message: CHANGED })
}

/** False where what was chosen beside it is part of the price: the form says that one itself. */
function isPlain(place: HTMLElement): boolean {
  return !place.closest('form')?.querySelector('[name^="options["]')
}

/** True when the price was another one. */
async function show(place: HTMLElement, item: RenderItem): Promise<boolean> {
  const { each, unit } = amountsOf(item, Number(place.dataset.setqty ?? 1))
  const price = place.matches('.price') ? place : place.querySelector('.price')
  const amount = price?.querySelector('b')
  if (!price || !amount || amount.textContent === formatMoney(each)) return false
  // An island that is not awake yet must find what the server wrote.
  const island = place.closest<HTMLElement>('[data-island]')
  if (island) await wake(island)
  // Text nodes stay the same ones: an island knows them.
  write(amount, formatMoney(each))
  const whole = price.querySelector('.nowrap')
  if (whole) write(whole, repriced(whole.textContent ?? '', unit))
  return true
}

function write({ firstChild }: Element, text: string): void {
  if (firstChild) firstChild.nodeValue = text
}
