/** The settings that staff change (H14l): what each is for, and how its text is read. */
import * as v from 'valibot'
import { NEWSLETTER_COUPON } from '../../content/newsletter/newsletter.ts'
import { openingHours } from '../../identity/location/opening-hours.ts'
import { CREDIT_MONTHS_PATH } from '../../orders/credit/credit-expiry.ts'
import { DESKS } from '../../orders/life/desk.ts'
import { ALLOWED_STATES_PATH, CLOSED_DAYS_PATH } from '../../platform/config.table.ts'
import { emailAddress } from '../../platform/forms/field.ts'
import { shopDayEnd } from '../../platform/shop-calendar.ts'
import { INTAKE_SETTINGS_SCHEMA } from '../intake/intake-settings.ts'
import { DEALER_KIND_PATH } from '../safety/registration-due.ts'
import { RECALL_FILE_PATH } from '../safety/safety-paths.ts'

/** Returns the text as it is stored; `null` for one that the setting cannot have. */
type ReadText = (text: string) => string | null

export interface Setting {
  path: string
  label: string
  hint?: string
  /** What is wrong with a text that is refused. */
  problem: string
  read: ReadText
  /** The choices of a setting that has a fixed list of values. */
  options?: readonly { value: string; label: string }[]
  /** Cached pages show it. */
  isOnPages?: true
  /** A text must exist in this table. */
  refersTo?: 'coupon' | 'region'
}

const line =
  (max: number, min = 1): ReadText =>
  (text) => {
    const clean = text.replace(/\s+/g, ' ').trim()
    return clean.length >= min && clean.length <= max ? clean : null
  }

const matching =
  (pattern: RegExp, clean: (text: string) => string = (text) => text.trim()): ReadText =>
  (text) =>
    pattern.test(clean(text)) ? clean(text) : null

const readPhone = matching(/^[2-9]\d{9}$/, (text) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''))

const readList = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

const readEmails =
  (min: number): ReadText =>
  (text) => {
    const addresses = readList(text)
    const isValid = addresses.every((address) => emailAddress(address) === null)
    return isValid && addresses.length >= min && addresses.length <= 20 ? addresses.join(', ') : null
  }

const readStates: ReadText = (text) => {
  const codes = [...new Set(readList(text.toUpperCase()))]
  return codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)) ? codes.join(',') : null
}

/** Each part must be a range of hours, or say that the store is closed. */
const readHours: ReadText = (text) => {
  const clean = line(200)(text)
  const isValid = clean
    ?.split(/,\s*/)
    .every((part) => openingHours(part).length === 1 || /^\w{3}( to \w{3})? closed$/i.test(part))
  return clean && isValid ? clean : null
}

const readCoupon: ReadText = (text) => {
  const code = text.trim().toUpperCase()
  return /^[A-Z0-9_-]{0,40}$/.test(code) ? code : null
}

/** Up to ten years. */
const readMonths: ReadText = (text) => {
  const months = text.trim()
  return months === '' || (/^[1-9]\d{0,2}$/.test(months) && Number(months) <= 120) ? months : null
}

const readIntake: ReadText = (text) => {
  try {
    const parsed = v.safeParse(INTAKE_SETTINGS_SCHEMA, JSON.parse(text))
    return parsed.success ? JSON.stringify(parsed.output) : null
  } catch {
    return null
  }
}

/** Days of the setting; more than half a year is no holiday. */
const CLOSED_DAYS_MAX = 150

const readClosedDays: ReadText = (text) => {
  const days = [...new Set(readList(text))].toSorted()
  const isValid = days.every((day) => shopDayEnd(day) !== null)
  return isValid && days.length <= CLOSED_DAYS_MAX ? days.join(',') : null
}

const EMAILS_PROBLEM = 'Enter email addresses with commas between them, such as desk@example.com.'
const desk = (path: string, label: string, min = 0): Setting => ({
  ...{ path, label, problem: EMAILS_PROBLEM, read: readEmails(min) },
  ...(min === 0 && { hint: 'Empty: as for the contact form.' }),
})

export const INTAKE_PATH = 'staff/intake'

export interface SettingGroup {
  name: string
  title: string
  settings: readonly Setting[]
}

const GROUPS: readonly SettingGroup[] = [
  {
    name: 'mails',
    title: 'Emails to staff',
    settings: [
      desk(DESKS.contact, 'The contact form', 1),
      desk(DESKS.order, 'New orders'),
      desk(DESKS.dealer, 'Dealers'),
      desk(DESKS.stock, 'Low stock'),
      desk(DESKS.alert, 'Alerts about the shop’s health'),
    ],
  },
  {
    name: 'selling',
    title: 'Selling',
    settings: [
      {
        ...{ path: ALLOWED_STATES_PATH, label: 'States to which the shop delivers' },
        ...{
          hint: 'Codes with commas, such as IL, IN, WI.',
          problem: 'Enter codes of states, such as IL, IN, WI.',
        },
        ...{ read: readStates, isOnPages: true, refersTo: 'region' },
      },
      {
        ...{ path: NEWSLETTER_COUPON, label: 'Coupon of the newsletter' },
        ...{ hint: 'New subscribers get a copy of it for one use. Empty: no coupon.' },
        ...{
          problem: 'Enter the code of a coupon of the shop, or nothing.',
          read: readCoupon,
          refersTo: 'coupon',
        },
      },
      {
        ...{ path: 'checkout/cart/minicart_count', label: 'Number on the cart' },
        ...{ problem: 'Choose one of the two.', read: matching(/^(items|quantities)$/) },
        options: [
          { value: 'items', label: 'How many different tires' },
          { value: 'quantities', label: 'How many tires in all' },
        ],
      },
      {
        ...{ path: CREDIT_MONTHS_PATH, label: 'Store credit expires after, in months' },
        ...{ hint: 'Empty: it never expires. Credit that was given before stays as it was promised.' },
        ...{ problem: 'Enter a whole number from 1 to 120, or nothing.', read: readMonths },
      },
      {
        ...{ path: DEALER_KIND_PATH, label: 'The shop as a dealer of new tires' },
        ...{ hint: 'Decides how and when new tires are registered.', problem: 'Choose one of the two.' },
        read: matching(/^(independent|maker)$/),
        options: [
          { value: 'independent', label: 'Independent' },
          { value: 'maker', label: 'Owned or run by a tire maker' },
        ],
      },
      {
        ...{ path: RECALL_FILE_PATH, label: 'Address of NHTSA’s recall file' },
        ...{ hint: 'Fetched once a day. Empty: you upload the file yourself.' },
        ...{
          problem: 'Enter an address that begins with https://, or nothing.',
          read: matching(/^(https:\/\/[^\s]{4,300})?$/),
        },
      },
    ],
  },
]

const STORE_FIELDS: Readonly<Record<string, Omit<Setting, 'path'>>> = {
  name: { label: 'Name', problem: 'Enter a name.', read: line(80) },
  street: { label: 'Street', problem: 'Enter a street with its number.', read: line(120) },
  city: { label: 'City', problem: 'Enter a city.', read: line(80) },
  state: {
    ...{ label: 'State', hint: 'Its code, such as IL.', problem: 'Enter the code of a state, such as IL.' },
    ...{ read: matching(/^[A-Z]{2}$/, (text) => text.trim().toUpperCase()), refersTo: 'region' },
  },
  zip: { label: 'ZIP code', problem: 'Enter five digits.', read: matching(/^\d{5}$/) },
  phone: { label: 'Phone', problem: 'Enter ten digits.', read: readPhone },
  hours: {
    ...{ label: 'Hours', hint: 'Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m., Sun closed' },
    ...{ problem: 'Write hours as in the example below, with commas between the days.', read: readHours },
  },
}

const STORE_PATH = /^stores\/([1-9]\d?)\/(\w+)$/

/** Returns the settings of the physical store with this number. */
export function storeSettings(number: number): Setting[] {
  return Object.entries(STORE_FIELDS).map(([field, setting]) => ({
    ...setting,
    ...{ path: `stores/${String(number)}/${field}`, isOnPages: true },
  }))
}

/** What a shop decides about taking in: one setting, whose value is JSON. */
export const INTAKE_SETTING: Setting = {
  ...{ path: INTAKE_PATH, label: 'Taking in', read: readIntake },
  problem: 'Check the numbers of this part.',
}

/** Closed days have a page of their own, which shows first what a change promises. */
export const CLOSED_DAYS_SETTING: Setting = {
  ...{ path: CLOSED_DAYS_PATH, label: 'Closed days', read: readClosedDays, isOnPages: true },
  problem: `Choose days from the calendar, ${CLOSED_DAYS_MAX} at most.`,
}

/** Returns the groups of a shop; `stores` are the numbers of its physical stores. */
export function settingGroups(stores: readonly number[]): SettingGroup[] {
  return [
    ...GROUPS,
    ...stores.map((number) => ({
      name: `store-${String(number)}`,
      title: `Store ${String(number)}`,
      settings: storeSettings(number),
    })),
  ]
}

/** Returns the setting of a path; `null` for a path that staff do not change. */
export function findSetting(path: string): Setting | null {
  const [, number] = STORE_PATH.exec(path) ?? []
  const known = number
    ? storeSettings(Number(number))
    : [...GROUPS.flatMap(({ settings }) => settings), INTAKE_SETTING, CLOSED_DAYS_SETTING]
  return known.find((setting) => setting.path === path) ?? null
}
