/**
 * Fields of the checkout beside the postal address. Each field belongs to one step and is stored with the address of that
 * step. The order's page, invoice, mails and the back office show it. A new field needs an entry of `FIELD_TABLE`, and its
 * label and rules in schema/platform/forms/field.ts.
 */
import * as v from 'valibot'
import type { GuestField } from '../../platform/forms/field.ts'

type ExtraStep = 'shipping' | 'payment'
interface ExtraField {
  /** Name of the input. */
  name: GuestField
  /** The step with the input; its address stores the value. */
  step: ExtraStep
  /** The value of the `autocomplete` attribute, without `shipping` or `billing`. */
  autoComplete?: string
  /** Key of a stored address. */
  key: string
  /** Key of an address of the API. */
  apiKey: string
  /** The label before the text in a displayed address; `null` shows the text alone, below the person's name. */
  title: string | null
  /** True for a payment field that is shown on the parcel too, when both addresses are the same. */
  onParcel?: boolean
}

const FIELD_TABLE = [
  {
    name: 'company',
    step: 'payment',
    autoComplete: 'organization',
    key: 'company',
    apiKey: 'company',
    title: null,
    onParcel: true,
  },
  {
    name: 'taxId',
    step: 'payment',
    key: 'vatId',
    apiKey: 'vat_id',
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

/** Returns the value of each field; the property `by` of a field is its key. */
function collect<K extends string, T>(
  fields: typeof EXTRA_FIELDS,
  by: 'name' | 'key' | 'apiKey',
  value: (field: (typeof EXTRA_FIELDS)[number]) => T,
) {
  return Object.fromEntries(fields.map((field) => [field[by], value(field)])) as Record<K, T>
}

/** Returns the fields of a step. */
export function extraFields(step: ExtraStep): typeof EXTRA_FIELDS {
  return EXTRA_FIELDS.filter((field) => field.step === step)
}

/** Returns the names of a step's fields. */
export function extraNames<S extends ExtraStep>(step: S): NameOf<S>[] {
  return extraFields(step).map(({ name }) => name) as NameOf<S>[]
}

/** Returns the texts of a step's fields; missing texts are empty. */
export function pickExtras<S extends ExtraStep>(step: S, extras: Extras = {}): Record<NameOf<S>, string> {
  return collect(extraFields(step), 'name', ({ name }) => extras[name] ?? '')
}

/** Returns schema entries of a step's fields; in a draft that is older than a field, the field is empty. */
export function extraEntries<S extends ExtraStep>(step: S) {
  return collect<NameOf<S>, v.OptionalSchema<v.StringSchema<undefined>, ''>>(extraFields(step), 'name', () =>
    v.optional(v.string(), ''),
  )
}

/** Returns the payment fields that are shown on the parcel too. */
export function parcelExtras(extras: Extras): Extras {
  const shown = EXTRA_FIELDS.filter(({ onParcel }) => onParcel)
  return collect(shown, 'name', ({ name }) => extras[name] ?? '')
}

/** Returns the extra texts of a stored address by the names of their inputs. */
export function extrasOf(stored: Partial<Record<ExtraKey, string>>): Extras {
  return collect(EXTRA_FIELDS, 'name', ({ key }) => stored[key] ?? '')
}

/** Returns the extra texts for a stored address; `text` returns the text of a field. */
export function storedExtras(text: (field: (typeof EXTRA_FIELDS)[number]) => string | undefined) {
  return collect<ExtraKey, string>(EXTRA_FIELDS, 'key', (field) => text(field) ?? '')
}

/** Returns the extra texts by their keys in the API. */
export function toApiExtras(extras: Extras): Record<string, string> {
  return collect(EXTRA_FIELDS, 'apiKey', ({ name }) => extras[name] ?? '')
}

/** Returns the extra lines of a displayed address: those below the person's name, and those with a title at the end. */
export function extraLines(address: Partial<Record<ExtraKey, string>>): { below: string[]; end: string[] } {
  const filled = EXTRA_FIELDS.filter(({ key }) => address[key])
  const below = filled.filter(({ title }) => title === null)
  const titled = filled.filter(({ title }) => title !== null)
  return {
    below: below.map(({ key }) => address[key] ?? ''),
    end: titled.map(({ title, key }) => `${title} ${address[key]}`),
  }
}
