/** Updates the prices of a page in place, and shows a message if one has changed. */
import type { RenderItem } from '../../../schema/catalog/price/compat-price.api.ts'
import {
  type PriceUpdates,
  toPriceUpdates,
  updatedPricePerTire,
} from '../../../schema/catalog/product/price-update.ts'
import { formatMoney, parseDollars } from '../../../schema/platform/money.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { hydrateIsland } from '../../platform/islands/hydration.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { publishPrices } from './price-updates.ts'

/** Maximum number of SKUs in one call; a list has fifty. */
const AT_ONCE = 50
const CHANGED = 'Prices on this page have changed.'

/** Returns the prices of a unit of `setqty` tires in cents: `each` tire, and the `unit`. */
export function toCents({ price_info: { final_price } }: Pick<RenderItem, 'price_info'>, setqty: number) {
  const unit = parseDollars(final_price) ?? 0
  return { each: updatedPricePerTire(unit, setqty), unit }
}

/** Replaces the amount in a text such as `$316.00 for the set`. */
export function replaceAmount(text: string, cents: number): string {
  return text.replace(/\$[\d,]+\.\d{2}/, () => formatMoney(cents))
}

/** The prices that the buy box received last; its props still have the prices at the rendering of the page. */
let published: PriceUpdates = {}

/** Reads the prices of all cards and of the buy box, and updates them. */
export async function refreshShownPrices(): Promise<void> {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-price-sku]')]
  const box = document.querySelector<HTMLElement>('[data-island=buy-box]')
  const offered = box ? { ...toPriceUpdates(JSON.parse(box.dataset.props ?? '{}')), ...published } : {}
  const skus = [...Object.keys(offered), ...cards.map(({ dataset }) => dataset.priceSku ?? '')]
  const items = await readItems([...new Set(skus)].filter(Boolean))
  if (!items) return
  let changed = box !== null && (await updateBuyBox(box, offered, items))
  for (const card of cards) {
    const item = items.get(card.dataset.priceSku ?? '')
    if (!item) continue
    changed = updateCard(card, item) || changed
    card.dataset.priceIsCurrent = 'true'
  }
  if (changed) showToast({ type: 'info', message: CHANGED })
}

type Items = ReadonlyMap<string, RenderItem>

/** Returns the price items by SKU; `null` when one of the calls failed, which is logged. */
async function readItems(skus: readonly string[]): Promise<Items | null> {
  const items = new Map<string, RenderItem>()
  for (let start = 0; start < skus.length; start += AT_ONCE) {
    const list = encodeURIComponent(skus.slice(start, start + AT_ONCE).join(','))
    const path = `/api/product/render-list?skus=${list}&currencyCode=USD&storeId=1`
    const outcome = await callApi<{ items: RenderItem[] }>(path)
    if (!outcome.ok) {
      console.warn('Prices could not be synchronised', outcome.message)
      return null
    }
    for (const item of outcome.value.items) items.set(item.sku, item)
  }
  return items
}

/** Publishes changed prices to the buy box, which is hydrated for this and shows them itself. Returns whether one has changed. */
async function updateBuyBox(box: HTMLElement, before: PriceUpdates, items: Items): Promise<boolean> {
  const now = Object.keys(before).flatMap((sku) => {
    const item = items.get(sku)
    return item ? [[sku, toCents(item, 1).unit] as const] : []
  })
  const changed = now.some(([sku, price]) => price !== before[sku])
  if (changed) {
    await hydrateIsland(box)
    published = { ...published, ...Object.fromEntries(now) }
    publishPrices(published)
  }
  box.dataset.priceIsCurrent = 'true'
  return changed
}

/** Updates a card or a row of the sizes table. Returns whether its price has changed. */
function updateCard(card: HTMLElement, item: RenderItem): boolean {
  const { each, unit } = toCents(item, Number(card.dataset.setqty ?? 1))
  const price = card.querySelector('.price, .sizes-price')
  const amount = price?.querySelector('b')
  if (!price || !amount || amount.textContent === formatMoney(each)) return false
  amount.textContent = formatMoney(each)
  const whole = price.querySelector('.nowrap')
  if (whole) whole.textContent = replaceAmount(whole.textContent ?? '', unit)
  return true
}
