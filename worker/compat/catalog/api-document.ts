/** Reads the OpenAPI document of the build (scripts/openapi.ts) once per isolate, and formats its schemas. */

export interface ApiSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: ApiSchema[]
  oneOf?: ApiSchema[]
  allOf?: ApiSchema[]
  items?: ApiSchema
  properties?: Record<string, ApiSchema>
  required?: string[]
  description?: string
}
interface Media {
  schema: ApiSchema
  example?: unknown
}
export interface ApiResponse {
  $ref?: string
  description?: string
  content?: Record<string, Media>
  'x-failure-style'?: string
}
export interface ApiOperation {
  operationId: string
  tags: string[]
  summary: string
  'x-who': string
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: ApiSchema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, ApiResponse>
}
export interface ApiDocument {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: { responses: Record<string, ApiResponse> }
}

/** Path of the document in the build and in the shop. */
export const API_DOCUMENT_PATH = '/openapi.json'

let cached: ApiDocument | null = null

/** Returns the document; `null` without a build, as under `npm run dev`. */
export async function readApiDocument(env: { ASSETS?: Fetcher }): Promise<ApiDocument | null> {
  if (cached || !env.ASSETS) return cached
  const reply = await env.ASSETS.fetch(`https://assets.invalid${API_DOCUMENT_PATH}`)
  cached = reply.ok ? await reply.json<ApiDocument>() : null
  return cached
}

/** Formats a schema: `text`, `list of CartItem`, `one of subscribed, unsubscribed`. */
export function formatSchema(schema: ApiSchema): string {
  const { $ref, type, enum: choices, items } = schema
  if ($ref) return $ref.split('/').at(-1) ?? ''
  if ('const' in schema) return JSON.stringify(schema.const)
  if (choices) return choices.map(String).join(', ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return [...new Set(alternatives.map(formatSchema))].join(' or ')
  if (type === 'array') return `list of ${items ? formatSchema(items) : 'anything'}`
  if (type === 'object') {
    const names = Object.keys(schema.properties ?? {})
    return names.length > 0 && names.length <= 6 ? `{${names.join(', ')}}` : 'object'
  }
  return type === undefined ? 'anything' : [type].flat().join(' or ')
}

/** Returns the schema of `result`, or of the whole body without an envelope. */
export function resultSchema(body: ApiSchema): ApiSchema {
  const [own = body] = body.anyOf ?? []
  return own.allOf?.[1]?.properties?.result ?? own
}
