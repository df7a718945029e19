/** Creates an example from a JSON schema alone, so the example cannot contradict the schema. */

export type Json = Record<string, unknown>

/** Example values by property name; other properties get a value by their type. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  provider: 'google',
  sku: 'TL-2001-4',
  parentSku: 'TL-2001',
  name: 'Corvane Solano 225/45R17 94W',
  title: 'Corvane Solano',
  label: '225/45R17',
  email: 'riley@example.com',
  username: 'riley@example.com',
  emailAddress: 'riley@example.com',
  customer_email: 'riley@example.com',
  firstname: 'Riley',
  lastname: 'Moss',
  firstName: 'Riley',
  lastName: 'Moss',
  nickname: 'Riley',
  telephone: '3125550142',
  phoneNumber: '3125550142',
  city: 'Chicago',
  state: 'Illinois',
  region: 'Illinois',
  region_code: 'IL',
  postcode: '60612',
  zip: '60612',
  zipCode: '60612',
  zip_code: '60612',
  country_id: 'US',
  country_code: 'US',
  countryId: 'US',
  orderNumber: 'TL-7KQ2M9XW',
  increment_id: 'TL-7KQ2M9XW',
  size: '225/45R17',
  sizeSlug: '225-45r17',
  slug: 'corvane-solano-225-45r17',
  href: '/p/TL-2001/corvane-solano-225-45r17',
  url: '/p/TL-2001/corvane-solano-225-45r17',
  base_currency_code: 'USD',
  quote_currency_code: 'USD',
  created_at: '2026-11-22 14:05:00',
  updated_at: '2026-11-22 14:05:00',
  carrier_code: 'freeshipping',
  method_code: 'freeshipping',
  errorMessage: 'The words for the shopper.',
  message: 'The words for the shopper.',
  qty: 1,
  quote_id: 'c2FtcGxlLWNhcnQtaWQ',
  cartId: 'c2FtcGxlLWNhcnQtaWQ',
  key: 'a-key-of-the-page',
  tin: 'UABC12X2421',
  'If-Match': '"3"',
  'Idempotency-Key': 'price-of-today',
  invitation: 'dGhlLXRva2VuLW9mLWFuLWludml0YXRpb24tbGluay0',
}

interface Shape extends Json {
  $ref?: string
  type?: string | string[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  enum?: unknown[]
  examples?: unknown[]
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  pattern?: string
}

/** Texts that match the patterns of our schemas. */
const TEXTS = ['94W', '1', 'W', 'a-value', '60612', '203.0.113.7', '1732284300.c2FtcGxl', 'sample-text-0']

/** Returns an example; `shapes` are the schemas that `#/components/schemas/` refers to. */
export function exampleOf(
  schema: Json,
  shapes: Readonly<Record<string, Json>>,
  name = '',
  depth = 0,
): unknown {
  const shape = schema as Shape
  if (shape.$ref) {
    const target = shapes[shape.$ref.split('/').at(-1) ?? '']
    return target ? exampleOf(target, shapes, name, depth + 1) : null
  }
  const [example] = shape.examples ?? []
  if (example !== undefined) return example
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  const [choice] = shape.anyOf ?? shape.oneOf ?? []
  if (choice) return exampleOf(choice, shapes, name, depth)
  switch (shape.type) {
    case 'object':
      return objectOf(shape, shapes, depth)
    case 'array':
      return depth > 6 && !shape.minItems ? [] : [exampleOf(shape.items ?? {}, shapes, name, depth + 1)]
    case 'integer':
    case 'number':
      return numberOf(shape, name)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return textOf(shape, name)
    default:
      return 'anything'
  }
}

function objectOf(shape: Shape, shapes: Readonly<Record<string, Json>>, depth: number): Json {
  const { properties = {}, required = [] } = shape
  // A deep example shows only its first levels.
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || depth < 3)
  return Object.fromEntries(shown.map(([name, inner]) => [name, exampleOf(inner, shapes, name, depth + 1)]))
}

function numberOf({ minimum, type }: Shape, name: string): number {
  const sample = SAMPLES[name]
  if (typeof sample === 'number') return sample
  return typeof minimum === 'number' && minimum > 1
    ? minimum
    : type === 'number' && /price|total|amount/.test(name)
      ? 84
      : 1
}

function textOf({ pattern, minLength = 0, maxLength = 1e6 }: Shape, name: string): string {
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'i').test(text))
  const sample = SAMPLES[name]
  const own = typeof sample === 'string' ? [sample] : []
  return [...own, ...(pattern ? [] : ['text']), ...TEXTS].find(fits) ?? 'text'
}
