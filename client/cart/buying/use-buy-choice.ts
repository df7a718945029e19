/** The state of a buy box: choice, price and availability. Its rules are in schema/catalog/product/product-selection.ts. */
import { useEffect, useRef, useState } from 'react'
import { type LineLimit, maxUnits } from '../../../schema/catalog/product/max-units.ts'
import {
  type PriceUpdates,
  withUpdatedPrice,
  withUpdatedSlotPrices,
} from '../../../schema/catalog/product/price-update.ts'
import type { CustomOption } from '../../../schema/catalog/product/product-parts.ts'
import {
  type BundleSelection,
  type BundleSlot,
  type BuyUnit,
  initialOptionValues,
  resolveBundle,
} from '../../../schema/catalog/product/product-selection.ts'
import {
  bestMatch,
  NO_CONFIGURATION,
  type VariantSelection,
} from '../../../schema/catalog/product/variant.ts'
import { NOTICE_OK } from '../../../schema/platform/notification.ts'
import { subscribePrices } from '../../catalog/product/price-updates.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { useLiveStock } from '../stock/use-live-stock.ts'
import type { LinkedMember } from './bundle-and-group-fields.tsx'

/** Dispatched on the document when the choice changes; the delivery quote of the page listens for it. */
export const BUY_CHOICE = 'treadline:buy-choice'

export type LinkedUnit = BuyUnit & {
  /** Address of the page with this unit selected. */
  href: string
}

export interface ChoiceInput {
  /** Whether the units' own stock is read; false for bundles and groups, whose stock is that of their parts. */
  hasOwnStock: boolean
  units: readonly LinkedUnit[]
  chosen: string
  slots: readonly BundleSlot[]
  members: readonly LinkedMember[]
  questions: readonly CustomOption[]
  lineLimit: LineLimit
}

export function useBuyChoice({ hasOwnStock, chosen, questions, lineLimit, ...initial }: ChoiceInput) {
  const [updates, setUpdates] = useState<PriceUpdates>({})
  useEffect(() => subscribePrices(setUpdates), [])
  const priced = initial.units.map((one) => withUpdatedPrice(one, updates))
  const members = initial.members.map((one) => withUpdatedPrice(one, updates))
  const slots = initial.slots.map((one) => withUpdatedSlotPrices(one, updates))
  const [sku, setSku] = useState(chosen)
  const [qty, setQty] = useState(1)
  const [selection, setSelection] = useState<BundleSelection>(() =>
    Object.fromEntries(slots.map((slot) => [slot.optionId, slot.chosen])),
  )
  const [counts, setCounts] = useState<Record<string, number>>(() =>
    Object.fromEntries(members.map((member) => [member.sku, member.qty])),
  )
  const [answers, setAnswers] = useState<Record<number, string>>(() => initialOptionValues(questions))
  const stock = useLiveStock(
    hasOwnStock ? priced.filter(({ left }) => left !== null).map((one) => one.sku) : [],
  )

  const units = priced.map((one) => ({ ...one, left: stock.left[one.sku] ?? one.left }))
  const available = units.filter(({ left }) => left !== 0)
  const unit = available.find((one) => one.sku === sku) ?? units.find((one) => one.sku === sku) ?? units[0]

  function select(best: { variant: LinkedUnit; exact: boolean }): void {
    if (!best.exact)
      showToast({ message: NO_CONFIGURATION, type: 'warning', hasNoTimeout: true, action1: NOTICE_OK })
    setSku(best.variant.sku)
    setQty(1)
    replaceAddress(best.variant.href)
  }

  function choose(wanted: VariantSelection): void {
    const best = bestMatch(available, wanted)
    if (best) select(best)
  }

  // When the chosen unit is sold out while the page is open, the most similar one in stock replaces it.
  const isSoldOut = unit !== undefined && unit.left === 0 && available.length > 0
  const chooseRef = useRef(choose)
  chooseRef.current = choose
  const soldOutOptions = isSoldOut ? JSON.stringify(unit.options) : null
  useEffect(() => {
    if (soldOutOptions !== null) chooseRef.current({ options: JSON.parse(soldOutOptions) })
  }, [soldOutOptions])

  const bundle = slots.length > 0 ? resolveBundle(slots, selection) : null
  const extras = questions.reduce((sum, { optionId, values }) => {
    const value = values.find(({ optionTypeId }) => String(optionTypeId) === answers[optionId])
    return sum + (value?.price ?? 0)
  }, 0)
  const left = bundle ? bundle.left : (unit?.left ?? null)
  const most = maxUnits(left, bundle?.tires ?? unit?.setqty ?? 1, lineLimit)
  const count = left === null ? 1 : Math.max(1, Math.min(qty, most.max))
  const each = (bundle?.price ?? unit?.price ?? 0) + extras
  const isGroup = members.length > 0
  const sumMembers = (amount: (member: LinkedMember) => number) =>
    members.reduce((sum, member) => sum + amount(member) * (counts[member.sku] ?? 0), 0)
  const total = isGroup ? sumMembers(({ price }) => price) : each * count
  const tires = isGroup ? sumMembers(({ setqty }) => setqty) : (unit?.setqty ?? 1) * count
  const nothing = isGroup && members.every(({ sku: own }) => !counts[own])

  const snapshot = JSON.stringify([unit?.sku, count, selection, counts, answers, updates])
  const lastSnapshot = useRef(snapshot)
  useEffect(() => {
    if (lastSnapshot.current === snapshot) return
    lastSnapshot.current = snapshot
    document.dispatchEvent(new Event(BUY_CHOICE))
  }, [snapshot])

  return {
    unit,
    units: available.length > 0 ? available : units,
    left,
    most,
    count,
    each,
    extras,
    total,
    tires,
    nothing,
    members,
    slots,
    selection,
    counts,
    answers,
    stockLoading: stock.loading,
    settled: stock.settled,
    choose,
    select,
    setQty,
    choosePart: (optionId: number, id: number | null) => setSelection({ ...selection, [optionId]: id }),
    countMember: (member: string, n: number) => setCounts({ ...counts, [member]: n }),
    answer: (optionId: number, text: string) => setAnswers({ ...answers, [optionId]: text }),
  }
}

/** Puts the variant into the address without a new history entry. */
function replaceAddress(href: string): void {
  const next = new URL(href, location.href)
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (name !== 'childSku') next.searchParams.append(name, value)
  }
  history.replaceState(history.state, '', next.pathname + next.search + location.hash)
}
