/**
 * Fields of the checkout beside the postal address. Each one is typed in one step, travels on the address of that step,
 * and stands on the order's page, its invoice, its mails and the back office. A new field is an entry of
 * `FIELD_TABLE`, and its label and rules in schema/platform/forms/field.ts.
 */
import * as v from 'valibot'
import type { GuestField } from '../../platform/forms/field.ts'

type ExtraStep = 'shipping' | 'payment'
interface ExtraField {
  /** Name of the input. */
  name: GuestField
  /** The step that asks for it, and so the address that carries it. */
  step: ExtraStep
  /** The browser's own word for it, without `shipping` or `billing`. */
  autoComplete?: string
  /** Key of a stored address. */
  key: string
  /** Key of an address of the API. */
  wire: string
  /** Stands before the text where an address is shown; `null` shows the text alone, below the person's name. */
  title: string | null
  /** True for a payment field that is shown on the parcel too, when both addresses are one. */
  onParcel?: boolean
}

const FIELD_TABLE = [
  {
    name: 'company',
    step: 'payment',
    autoComplete: 'organization',
    key: 'company',
    wire: 'company',
    title: null,
    onParcel: true,
  },
  {
    name: 'taxId',
    step: 'payment',
    key: 'vatId',
    wire: 'vat_id',
    title: 'Tax ID',
  },
] as const satisfies readonly ExtraField[]

type TableField = (typeof FIELD_TABLE)[number]
type ExtraName = TableField['name']
type NameOf<S extends ExtraStep> = Extract<TableField, { step: S }>['name']
export type ExtraKey = TableField['key']
/** Texts by the name of their input. */
export type Extras = Partial<Record<ExtraName, string>>

export const EXTRA_FIELDS: readonly (ExtraField & { name: ExtraName; key: ExtraKey })[] = FIELD_TABLE

/** Returns one value for each field, by `by`. */
function collect<K extends string, T>(
  fields: typeof EXTRA_FIELDS,
  by: 'name' | 'key' | 'wire',
  value: (field: (typeof EXTRA_FIELDS)[number]) => T,
) {
  return Object.fromEntries(fields.map((field) => [field[by], value(field)])) as Record<K, T>
}

/** Returns the fields that a step asks for. */
export function extraFields(step: ExtraStep): typeof EXTRA_FIELDS {
  return EXTRA_FIELDS.filter((field) => field.step === step)
}

/** Returns the names of a step's fields. */
export function extraNames<S extends ExtraStep>(step: S): NameOf<S>[] {
  return extraFields(step).map(({ name }) => name) as NameOf<S>[]
}

/** Returns the texts of a step's fields, empty where nothing is given. */
export function pickExtras<S extends ExtraStep>(step: S, given: Extras = {}): Record<NameOf<S>, string> {
  return collect(extraFields(step), 'name', ({ name }) => given[name] ?? '')
}

/** Returns schema entries of a step's fields; a draft that was stored before a field existed has none of its text. */
export function extraEntries<S extends ExtraStep>(step: S) {
  return collect<NameOf<S>, v.OptionalSchema<v.StringSchema<undefined>, ''>>(extraFields(step), 'name', () =>
    v.optional(v.string(), ''),
  )
}

/** Returns the payment fields that are shown on the parcel too. */
export function parcelExtras(given: Extras): Extras {
  const shown = EXTRA_FIELDS.filter(({ onParcel }) => onParcel)
  return collect(shown, 'name', ({ name }) => given[name] ?? '')
}

/** Returns the extra texts of a stored address by the names of their inputs. */
export function extrasOf(stored: Partial<Record<ExtraKey, string>>): Extras {
  return collect(EXTRA_FIELDS, 'name', ({ key }) => stored[key] ?? '')
}

/** Returns the extra texts of a stored address, by `text`. */
export function storedExtras(text: (field: (typeof EXTRA_FIELDS)[number]) => string | undefined) {
  return collect<ExtraKey, string>(EXTRA_FIELDS, 'key', (field) => text(field) ?? '')
}

/** Returns the extra texts of an address of the API. */
export function toWireExtras(given: Extras): Record<string, string> {
  return collect(EXTRA_FIELDS, 'wire', ({ name }) => given[name] ?? '')
}

/** Returns what an address shows of its extra fields: alone below the person's name, and with a title at the end. */
export function extraLines(address: Partial<Record<ExtraKey, string>>): { below: string[]; end: string[] } {
  const filled = EXTRA_FIELDS.map(({ title, key }) => ({ title, text: address[key] ?? '' })).filter(
    ({ text }) => text !== '',
  )
  return {
    below: filled.flatMap(({ title, text }) => (title === null ? [text] : [])),
    end: filled.flatMap(({ title, text }) => (title === null ? [] : [`${title} ${text}`])),
  }
}
