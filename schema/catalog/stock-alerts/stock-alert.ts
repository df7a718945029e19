/** Stock alerts: what a shopper waits for, its words, and the addresses of its pages (H13j). */
import * as v from 'valibot'
import type { FormTexts } from '../../platform/forms/form-texts.ts'
import { optionSlug } from '../finder/option-slug.ts'
import type { ListingQuery } from '../listing/listing.ts'
import { listingHref } from '../listing/listing-url.ts'
import { CONDITIONS, SEASONS, type Tire } from '../product/product.ts'
import { formatTireSize, parseTireSize, sizeSlug } from '../sizes/tire-size.ts'
import { conditionLabel, seasonLabel } from '../sizes/tire-text.ts'
import { parseFitValue } from '../vehicle/fit-value.ts'
import { STOCK_ALERT_PATHS } from './stock-alert-paths.ts'

/** `stock`: the product is new or back in stock. `price`: it costs less than before. */
export const STOCK_ALERT_REASONS = ['stock', 'price'] as const
export type StockAlertReason = (typeof STOCK_ALERT_REASONS)[number]

/** Slugs as in listings; an empty text means any. A size, or a brand with its model, is always set. */
export interface StockAlertConditions {
  size: string
  brand: string
  model: string
  season: string
  condition: string
  /** Whole dollars per tire, included; `null` for any price. */
  maxPrice: number | null
}

/** Largest number of confirmed alerts of one mailbox; as many more may wait for their confirmation. */
export const MAX_STOCK_ALERTS = 20
/** Largest price that an alert can have, in dollars per tire. */
const MAX_ALERT_PRICE = 9_999

/** What an alert does, as a part of a sentence. */
export const STOCK_ALERT_PROMISE = 'We’ll email you when they’re in stock or the price drops'

export const STOCK_ALERT_MESSAGES = {
  'unknown-size': 'We don’t know that tire size. It’s molded into the sidewall and looks like 225/45R17.',
  'unknown-tire': 'We don’t know that model. Pick a size or a model from our lists.',
  'no-tire': 'Enter the tire size, such as 225/45R17.',
  price: `Enter whole dollars from 1 to ${MAX_ALERT_PRICE.toLocaleString('en-US')}, or leave it empty.`,
  full: `You have ${MAX_STOCK_ALERTS} stock alerts, the most we allow. Delete one to add another.`,
  on: `You’re set. ${STOCK_ALERT_PROMISE}, once a day at most.`,
  pending:
    'Almost there. Check your email for a link to turn this alert on. It works for 7 days. If the alert is already on, you won’t get a new link.',
  confirmed: 'Your stock alerts are on. We’ll email you once a day at most.',
  deleted: 'Stock alert deleted.',
  stopped: 'All your stock alerts are off. We won’t email you about them again.',
} as const

export type StockAlertProblem = 'unknown-size' | 'unknown-tire' | 'no-tire' | 'price'

/** Parameters of the start page and fields of the form. */
export const STOCK_ALERT_FIELDS = ['size', 'brand', 'model', 'season', 'condition', 'max'] as const
/** No slug or typed size is longer. */
const MAX_FIELD = 60
const SLUG = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/

const FIELD = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_FIELD)), '')

/** Names of values that need the catalog; `null` for an unknown slug. */
export interface StockAlertNames {
  brand(slug: string): string | null
  model(slug: string): string | null
}

/** Parses the fields of a form or a link. A size may have any spelling that shoppers use. */
export function parseStockAlert(
  fields: FormTexts,
  names: StockAlertNames,
): { ok: true; conditions: StockAlertConditions } | { ok: false; problem: StockAlertProblem } {
  const refuse = (problem: StockAlertProblem) => ({ ok: false as const, problem })
  const text = (name: (typeof STOCK_ALERT_FIELDS)[number]) => {
    const parsed = v.safeParse(FIELD, fields[name])
    return parsed.success ? parsed.output : null
  }
  const typed = text('size')
  const size = typed === '' ? '' : parseSize(typed)
  if (size === null) return refuse('unknown-size')
  const [brand, model] = [text('brand'), text('model')]
  const isKnownSlug = (slug: string | null, name: (slug: string) => string | null) =>
    slug === '' || (slug !== null && SLUG.test(slug) && name(slug) !== null)
  if (!isKnownSlug(brand, names.brand) || !isKnownSlug(model, names.model)) return refuse('unknown-tire')
  if (size === '' && (brand === '' || model === '')) return refuse('no-tire')
  const max = text('max')?.replace(/^\$/, '')
  const maxPrice = max === '' ? null : Number(/^\d{1,4}$/.test(max ?? '') ? max : 0)
  if (maxPrice === 0) return refuse('price')
  const known = (slug: string | null, labels: readonly string[]) =>
    labels.map(optionSlug).find((label) => label === slug) ?? ''
  return {
    ok: true,
    conditions: {
      size,
      brand: brand ?? '',
      // Two brands may have a model of the same name.
      model: brand === '' ? '' : (model ?? ''),
      season: known(text('season'), SEASONS),
      condition: known(text('condition'), CONDITIONS),
      maxPrice,
    },
  }
}

function parseSize(typed: string | null): string | null {
  // A slug separates width and aspect ratio by a hyphen, which the parser accepts.
  const size = parseTireSize(typed ?? '')
  return size && sizeSlug(formatTireSize(size))
}

/** Returns what an alert on a list waits for; `null` for a list that is neither of one size nor of one model. */
export function stockAlertOfList({
  choices,
  ranges,
  text,
}: Pick<ListingQuery, 'choices' | 'ranges' | 'text'>): StockAlertConditions | null {
  const only = (values: readonly string[] = []) => (values.length === 1 ? (values[0] ?? '') : '')
  const chosen = only(choices.size)
  const size = parseFitValue(chosen)?.sizeSlug ?? chosen
  const brand = only(choices.brand)
  const model = brand === '' ? '' : only(choices.model)
  const isSize = size !== '' && parseTireSize(size) !== null
  if (text !== undefined || (!isSize && model === '')) return null
  const maxPrice = ranges.price_by_tire?.to ?? null
  return {
    size: isSize ? size : '',
    brand,
    model,
    season: only(choices.seasons),
    condition: only(choices.condition),
    maxPrice: maxPrice === 0 ? null : maxPrice,
  }
}

/**
 * Returns what an alert on a sold tire waits for, with its label: the same new model in its size; for a used tire, which is
 * one of a kind, any tire of its size and season.
 */
export function stockAlertOfSoldTire({
  brand,
  model,
  size,
  season,
  condition,
}: Pick<Tire, 'brand' | 'model' | 'size' | 'season' | 'condition'>): {
  conditions: StockAlertConditions
  label: string
} {
  const isNew = condition === 'New'
  const conditions = {
    size: sizeSlug(size),
    brand: isNew ? optionSlug(brand) : '',
    model: isNew ? optionSlug(model) : '',
    season: isNew ? '' : optionSlug(season),
    condition: isNew ? optionSlug(condition) : '',
    maxPrice: null,
  }
  return { conditions, label: formatStockAlert(conditions, { brand: () => brand, model: () => model }) }
}

/** Formats what an alert waits for: `used winter Halden Velo 225/45R17 tires up to $80`. */
export function formatStockAlert(conditions: StockAlertConditions, names: StockAlertNames): string {
  const { size, brand, model, season, condition, maxPrice } = conditions
  const labelOf = (slug: string, labels: readonly string[]) =>
    labels.find((label) => optionSlug(label) === slug)
  const parsed = parseTireSize(size)
  const parts = [
    conditionLabel(labelOf(condition, CONDITIONS) ?? '').toLowerCase(),
    seasonLabel(labelOf(season, SEASONS) ?? '').toLowerCase(),
    brand && names.brand(brand),
    model && names.model(model),
    parsed && formatTireSize(parsed),
    'tires',
    maxPrice === null ? '' : `up to $${maxPrice.toLocaleString('en-US')}`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** Returns the fields of a form or a link; conditions without a value have none. */
export function stockAlertFields(conditions: StockAlertConditions): [name: string, value: string][] {
  const { size, brand, model, season, condition, maxPrice } = conditions
  const fields = { size, brand, model, season, condition, max: maxPrice === null ? '' : String(maxPrice) }
  return Object.entries(fields).filter(([, value]) => value !== '')
}

/** Returns the address of the form for these conditions. */
export function stockAlertHref(conditions: StockAlertConditions): string {
  const query = stockAlertFields(conditions).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${STOCK_ALERT_PATHS.start}?${query.join('&')}`
}

/** Returns the address of the list with these tires. */
export function stockAlertListHref(conditions: StockAlertConditions): string {
  const { size, brand, model, season, condition, maxPrice } = conditions
  const choices = {
    ...(size ? { size: [size] } : {}),
    ...(brand ? { brand: [brand] } : {}),
    ...(model ? { model: [model] } : {}),
    ...(season ? { seasons: [season] } : {}),
    ...(condition ? { condition: [condition] } : {}),
  }
  const base = size ? { size: [size] } : { brand: [brand], model: [model] }
  const path = size ? `/t/s/${size}` : `/t/b/${brand}/${model}`
  const ranges = maxPrice === null ? {} : { price_by_tire: { from: null, to: maxPrice } }
  return listingHref(path, { choices, ranges, sort: 'created_at:desc', start: 0, size: 0 }, base)
}

/** Converts dollars to the stored cents; 0 for any price. */
export function toStoredPrice(maxPrice: number | null): number {
  return (maxPrice ?? 0) * 100
}
