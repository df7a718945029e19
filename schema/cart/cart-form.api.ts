/** POST /cart/form/: every change of a cart as a form, with a JSON response for scripts. */
import type { CartView } from './cart.api.ts'
import type { ProductOption } from './cart.ts'
import type { CartNotice } from './cart-notice.ts'
import { TIRE_SERVICES, type TireService } from './extras/tire-services.ts'

export const CART_ACTIONS = [
  'add',
  'set',
  'remove',
  'coupon',
  'coupon-remove',
  'zip',
  ...TIRE_SERVICES,
  'plan-remove',
  'mounting-remove',
  'replace',
  'save',
  'saved-restore',
  'saved-remove',
] as const

/**
 * Choices under Magento's names: `bundle_option[11]` is a link id, `super_group[TL-2001-2]` a quantity,
 * `options[21]` an option_type_id or a text.
 */
type ChoiceFields = {
  [name: `bundle_option[${string}]` | `super_group[${string}]` | `options[${string}]`]: string
}

/** The fields of the form by action; all are text. */
export type CartFormFields = FieldsByAction & {
  /** The page's id of this mutation. */
  mutation?: string
  /** The key of the cart that has the changed line. */
  cart?: string
}

type FieldsByAction =
  /** `zip` is what the shopper has typed on another page; a page sends it while the cart has no destination. */
  | ({ action: 'add'; sku: string; qty?: string; return?: string; zip?: string } & ChoiceFields)
  | { action: 'set'; item_id: string; qty: string }
  | { action: 'remove'; item_id: string }
  | { action: 'coupon'; coupon: string }
  | { action: 'coupon-remove' }
  | { action: 'zip'; zip: string }
  /** A service for all tires of the cart, such as mounting. */
  | { action: TireService | `${TireService}-remove` }
  /** Another product in place of a line's. */
  | { action: 'replace'; item_id: string; sku: string; qty: string }
  /** A line that is saved for later; `saved` is its id in the list of saved lines. */
  | { action: 'save'; item_id: string }
  | { action: 'saved-restore' | 'saved-remove'; saved: string }

export interface CartFormResult {
  /** The number beside "Cart": lines or their quantities, by configuration. */
  count: number
  /** The message for the shopper. */
  message: string
  notice: CartNotice
  view: CartView
}

/** The choices in a form: options of one product, or members of a group. */
export interface FormSelections {
  option: ProductOption | null
  /** Quantities by sku. A browser does not send an unticked checkbox, so an absent member is not added. */
  members: Record<string, string>
}

/** How many fields of one name are read. */
const CHOICES_MAX = 50

/** Parses the fields of `ChoiceFields`. A malformed field counts as a missing choice, which later rules report. */
export function parseFormSelections(fields: Readonly<Record<string, unknown>>): FormSelections {
  const read = (name: string): [key: string, value: string][] =>
    Object.entries(fields)
      .flatMap(([field, value]): [string, string][] => {
        const key =
          field.startsWith(`${name}[`) && field.endsWith(']') ? field.slice(name.length + 1, -1) : ''
        return key !== '' && key.length <= 64 && typeof value === 'string' ? [[key, value]] : []
      })
      .slice(0, CHOICES_MAX)
  const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text)
  const bundle = read('bundle_option').filter(([id]) => isId(id))
  const custom = read('options').filter(([id]) => isId(id))
  const members = read('super_group')
  const attributes: ProductOption['extension_attributes'] = {
    ...(bundle.length > 0
      ? {
          bundle_options: bundle.map(([id, link]) => ({
            option_id: Number(id),
            option_qty: 1,
            option_selections: isId(link) ? [Number(link)] : [],
          })),
        }
      : {}),
    ...(custom.length > 0
      ? { custom_options: custom.map(([id, value]) => ({ option_id: id, option_value: value })) }
      : {}),
  }
  return {
    option: Object.keys(attributes).length > 0 ? { extension_attributes: attributes } : null,
    members: Object.fromEntries(members),
  }
}
