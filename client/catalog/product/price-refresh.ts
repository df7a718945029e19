/** Brings the prices of a page up to date, in place, and says so only when one has changed. */
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

/** Skus of one call; a list has fifty. */
const AT_ONCE = 50
const CHANGED = 'Prices on this page have changed.'

/** The amounts of one unit of `setqty` tires, in cents: of each tire, and of the unit. */
export function collectPrices(
  { price_info: { final_price } }: Pick<RenderItem, 'price_info'>,
  setqty: number,
) {
  const unit = parseDollars(final_price) ?? 0
  return { each: updatedPricePerTire(unit, setqty), unit }
}

/** `$316.00 for the set` at another price. */
export function applyPrices(text: string, cents: number): string {
  return text.replace(/\$[\d,]+\.\d{2}/, () => formatMoney(cents))
}

/** Prices that the buy box received last; its props are as the page was made. */
let published: PriceUpdates = {}

export async function refreshShownPrices(): Promise<void> {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-price-sku]')]
  const box = document.querySelector<HTMLElement>('[data-island=buy-box]')
  const chosenAmong = box ? { ...toPriceUpdates(JSON.parse(box.dataset.props ?? '{}')), ...published } : {}
  const skus = [...Object.keys(chosenAmong), ...cards.map(({ dataset }) => dataset.priceSku ?? '')]
  const items = await read([...new Set(skus)].filter(Boolean))
  if (!items) return
  let changed = box !== null && (await updateBuyBox(box, chosenAmong, items))
  for (const card of cards) {
    const item = items.get(card.dataset.priceSku ?? '')
    if (!item) continue
    changed = show(card, item) || changed
    card.dataset.priceIsCurrent = 'true'
  }
  if (changed) showToast({ type: 'info', message: CHANGED })
}

type Items = ReadonlyMap<string, RenderItem>

/** `null` when one of the calls had no answer; the log is reported, and the page stays as it is. */
async function read(skus: readonly string[]): Promise<Items | null> {
  const items = new Map<string, RenderItem>()
  for (let at = 0; at < skus.length; at += AT_ONCE) {
    const list = encodeURIComponent(skus.slice(at, at + AT_ONCE).join(','))
    const path = `/api/product/render-list?skus=${list}&currencyCode=USD&storeId=1`
    const answer = await callApi<{ items: RenderItem[] }>(path)
    if (!answer.ok) {
      console.warn('Prices could not be synchronised', answer.message)
      return null
    }
    for (const item of answer.value.items) items.set(item.sku, item)
  }
  return items
}

/** The buy box writes its own prices, of all that can be chosen. True when one was another; then it is woken for it. */
async function updateBuyBox(box: HTMLElement, before: PriceUpdates, items: Items): Promise<boolean> {
  const now = Object.keys(before).flatMap((sku) => {
    const item = items.get(sku)
    return item ? [[sku, collectPrices(item, 1).unit] as const] : []
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

/** True when the price of the card, or of the row of sizes, was another one. */
function show(card: HTMLElement, item: RenderItem): boolean {
  const { each, unit } = collectPrices(item, Number(card.dataset.setqty ?? 1))
  const price = card.querySelector('.price, .sizes-price')
  const amount = price?.querySelector('b')
  if (!price || !amount || amount.textContent === formatMoney(each)) return false
  amount.textContent = formatMoney(each)
  const whole = price.querySelector('.nowrap')
  if (whole) whole.textContent = applyPrices(whole.textContent ?? '', unit)
  return true
}
