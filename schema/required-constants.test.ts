import { expect, test } from 'vitest'
import { ORDERS_PER_PAGE } from './account/account.api.ts'
import {
  CHOICE_FILTERS,
  DEFAULT_SORT,
  FILTER_LIMIT,
  PAGE_SIZE,
  RANGE_FILTERS,
  SORTS,
} from './catalog/listing/listing.ts'
import { PICTURE_WIDTHS } from './catalog/product/tire-appearance.ts'
import { CLIENT_TIMEOUT_MS, isLongEnough, MIN_SCORE, SERVER_TIMEOUT_MS } from './catalog/search/search.ts'
import { WIZARD_RANGES } from './catalog/sizes/wizard.ts'
import { IN_CHECKOUT_MS } from './checkout/checkout.ts'
import { parseObjectRequest } from './compat/catalog/catalog.api.ts'
import type { EntityType } from './compat/catalog/catalog-fields.api.ts'
import { MAX_REVIEWS, REVIEWS_PER_PAGE } from './content/reviews/review.ts'
import { COUNTRY } from './identity/location/delivery-area.ts'
import {
  DEFAULT_REGION,
  MAX_SUGGESTED_ZIPS,
  SUGGEST_PAUSE_MS,
  ZIP_DIGITS,
} from './identity/location/geolocation.ts'
import { passwordRule } from './identity/sign-in/password.ts'
import { CARD_METHOD, paymentMethodsFor } from './orders/payment.ts'
import { WALLET_RETURNS_NOTE } from './orders/purchase-unit.ts'
import { validateField } from './platform/forms/field.ts'
import { CURRENCY, formatMoney } from './platform/money.ts'
import { notificationLifetime } from './platform/notification.ts'
import { OFFLINE_PAGE_TTL_MS } from './platform/offline/offline.ts'
import { RETURN_WINDOW_MS } from './platform/return-terms.ts'
import { CUTOFF_HOUR } from './platform/shop-calendar.ts'

test('[G10] currency, country and times have the required values', () => {
  expect([CURRENCY, formatMoney(123_450), COUNTRY]).toEqual(['USD', '$1,234.50', 'US'])
  expect([IN_CHECKOUT_MS, OFFLINE_PAGE_TTL_MS, RETURN_WINDOW_MS]).toEqual([
    1_800_000,
    86_400_000,
    90 * 86_400_000,
  ])
  expect(notificationLifetime({ message: 'Saved', type: 'success' })).toBe(5000)
  expect([CLIENT_TIMEOUT_MS, SERVER_TIMEOUT_MS, CUTOFF_HOUR]).toEqual([5000, 1000, 13])
})

test('[G10] [C5] lists have the required page sizes, sorts, filters and ranges', () => {
  expect([PAGE_SIZE, FILTER_LIMIT, ORDERS_PER_PAGE]).toEqual([50, 11, 20])
  expect([REVIEWS_PER_PAGE, MAX_REVIEWS]).toEqual([5, 25])
  expect(DEFAULT_SORT).toBe('created_at:desc')
  const sorts: string[] = SORTS.map(({ label }) => label)
  expect(sorts).toEqual(
    expect.arrayContaining([
      'A-Z',
      'Newest first',
      'Best rated',
      'Price high to low',
      'Price low to high',
      'Tread high to low',
      'Tread low to high',
      'Z-A',
    ]),
  )
  // The last three are not required (H13e, H13g).
  const filters =
    'rad rim price_by_tire final_price tread_depth size sets brand model condition run_flat tire_load tire_speed seasons smart_filter speed_rated rating load_range made_year snow_marks'
  expect([...CHOICE_FILTERS, ...Object.keys(RANGE_FILTERS)].sort()).toEqual(filters.split(' ').sort())
  expect(RANGE_FILTERS).toMatchObject({
    price_by_tire: { min: 0, max: 351, step: 1 },
    tread_depth: { min: 3, max: 25, step: 0.5 },
  })
  expect(WIZARD_RANGES).toEqual({
    width: [[195, 355]],
    aspect: [
      [25, 90],
      [10, 13.5],
    ],
    rim: [[14, 24.5]],
  })
  expect(PICTURE_WIDTHS).toEqual([350, 1000])
  expect(MIN_SCORE).toBe(0.02)
  expect([isLongEnough('ab'), isLongEnough('abc')]).toEqual([false, true])
})

test.each<[EntityType, requested: number | undefined, returned: number]>([
  ['product', undefined, 50],
  ['product', -1, 50],
  ['product', 10_000, 10_000],
  ['category', undefined, 4000],
  ['attribute', undefined, 150],
  ['cms_block', undefined, 150],
  ['cms_hierarchy', undefined, 150],
  ['cms_block', 4000, 500],
  ['cms_page', 4000, 500],
])('[G10] [C4] %s with the size %s returns at most %i', (type, size, returned) => {
  expect(parseObjectRequest({ type, size })).toMatchObject({ ok: true, value: { size: returned } })
  expect(parseObjectRequest({ type, size: 10_001 }).ok).toBe(false)
})

test('[G10] [E2] fields have the required lengths', () => {
  const long = (letters: number) => 'a'.repeat(letters)
  expect([validateField('firstName', long(60)), validateField('firstName', long(61))]).toEqual([
    null,
    'Please insert less then 60 characters',
  ])
  expect([validateField('streetAddress', long(150)), validateField('streetAddress', long(151))]).toEqual([
    null,
    'Please insert less then 150 characters',
  ])
  expect([passwordRule(long(5)), passwordRule(long(6)), passwordRule(long(61))]).toEqual([
    'Password must have at least 6 letters.',
    null,
    'Please insert less then 60 characters',
  ])
})

test('[G10] [G1] [E8] [E9] locations and payment methods have the required names and numbers', () => {
  expect([SUGGEST_PAUSE_MS, ZIP_DIGITS, MAX_SUGGESTED_ZIPS, DEFAULT_REGION]).toEqual([300, 5, 6, 'Alabama'])
  const [card] = paymentMethodsFor({ allVirtual: false, offered: new Set([CARD_METHOD]), total: null })
  expect(card).toMatchObject({ code: 'stripe', title: 'Pay by Card (Stripe)', default: true })
  expect(WALLET_RETURNS_NOTE).toBe('returns for unused items in packaging 60 days after you order')
})
