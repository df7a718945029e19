/** The state of a buy box: what is chosen, what it costs, whether it can be added now. Rules: schema/catalog/product/product-selection.ts. */
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
  defaultAnswers,
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

/** Sent when the choice changes; the delivery total elsewhere on the page listens for it. */
export const BUY_CHOICE = 'treadline:buy-choice'

export type LinkedUnit = BuyUnit & {
  /** Address of the page with this unit chosen. */
  href: string
}

export interface ChoiceInput {
  /** False for bundles and groups, whose stock is that of their parts. */
  counted: boolean
  units: readonly LinkedUnit[]
  chosen: string
  slots: readonly BundleSlot[]
  members: readonly LinkedMember[]
  questions: readonly CustomOption[]
  lineLimit: LineLimit
}

export function useBuyChoice({ counted, chosen, questions, lineLimit, ...made }: ChoiceInput) {
  const [fresh, setFresh] = useState<PriceUpdates>({})
  useEffect(() => subscribePrices(setFresh), [])
  const given = made.units.map((one) => withUpdatedPrice(one, fresh))
  const members = made.members.map((one) => withUpdatedPrice(one, fresh))
  const slots = made.slots.map((one) => withUpdatedSlotPrices(one, fresh))
  const [sku, setSku] = useState(chosen)
  const [qty, setQty] = useState(1)
  const [selection, setSelection] = useState<BundleSelection>(() =>
    Object.fromEntries(slots.map((slot) => [slot.optionId, slot.chosen])),
  )
  const [counts, setCounts] = useState<Record<string, number>>(() =>
    Object.fromEntries(members.map((member) => [member.sku, member.qty])),
  )
  const [answers, setAnswers] = useState<Record<number, string>>(() => defaultAnswers(questions))
  const stock = useLiveStock(counted ? given.filter(({ left }) => left !== null).map((one) => one.sku) : [])

  const units = given.map((one) => ({ ...one, left: stock.left[one.sku] ?? one.left }))
  const available = units.filter(({ left }) => left !== 0)
  const unit = available.find((one) => one.sku === sku) ?? units.find((one) => one.sku === sku) ?? units[0]

  function take(best: { variant: LinkedUnit; exact: boolean }): void {
    if (!best.exact)
      showToast({ message: NO_CONFIGURATION, type: 'warning', hasNoTimeout: true, action1: NOTICE_OK })
    setSku(best.variant.sku)
    setQty(1)
    nameVariant(best.variant.href)
  }

  function choose(asked: VariantSelection): void {
    const best = bestMatch(available, asked)
    if (best) take(best)
  }

  // The chosen unit was sold while the page was open: the most similar one in stock replaces it.
  const lost = unit !== undefined && unit.left === 0 && available.length > 0
  const chooseRef = useRef(choose)
  chooseRef.current = choose
  const lostOptions = lost ? JSON.stringify(unit.options) : null
  useEffect(() => {
    if (lostOptions !== null) chooseRef.current({ options: JSON.parse(lostOptions) })
  }, [lostOptions])

  const bundle = slots.length > 0 ? resolveBundle(slots, selection) : null
  const extras = questions.reduce((sum, { optionId, values }) => {
    const value = values.find(({ optionTypeId }) => String(optionTypeId) === answers[optionId])
    return sum + (value?.price ?? 0)
  }, 0)
  const left = bundle ? bundle.left : (unit?.left ?? null)
  const most = maxUnits(left, bundle?.tires ?? unit?.setqty ?? 1, lineLimit)
  const count = left === null ? 1 : Math.max(1, Math.min(qty, most.max))
  const each = (bundle?.price ?? unit?.price ?? 0) + extras
  const taken = members.map((member) => ({ ...member, count: counts[member.sku] ?? 0 }))
  const total =
    members.length > 0 ? taken.reduce((sum, { price, count: n }) => sum + price * n, 0) : each * count
  const tires =
    members.length > 0
      ? taken.reduce((sum, { setqty, count: n }) => sum + setqty * n, 0)
      : (unit?.setqty ?? 1) * count
  const nothing = members.length > 0 && taken.every(({ count: n }) => n === 0)

  const snapshot = JSON.stringify([unit?.sku, count, selection, counts, answers, fresh])
  const before = useRef(snapshot)
  useEffect(() => {
    if (before.current === snapshot) return
    before.current = snapshot
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
    take,
    setQty,
    choosePart: (optionId: number, id: number | null) => setSelection({ ...selection, [optionId]: id }),
    countMember: (member: string, n: number) => setCounts({ ...counts, [member]: n }),
    answer: (optionId: number, text: string) => setAnswers({ ...answers, [optionId]: text }),
  }
}

/** Writes the variant into the address, without a new entry in the history. */
function nameVariant(href: string): void {
  const next = new URL(href, location.href)
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (name !== 'childSku') next.searchParams.append(name, value)
  }
  history.replaceState(history.state, '', next.pathname + next.search + location.hash)
}
