/** Reads the build's OpenAPI document (scripts/openapi.ts) once per isolate, and formats its schemas. */

export interface ApiShape {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: ApiShape[]
  oneOf?: ApiShape[]
  allOf?: ApiShape[]
  items?: ApiShape
  properties?: Record<string, ApiShape>
  required?: string[]
  description?: string
}
interface Media {
  schema: ApiShape
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
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: ApiShape }[]
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

let known: ApiDocument | null = null

/** Returns the document; `null` without a build, as under `npm run dev`. */
export async function readApiDocument(env: { ASSETS?: Fetcher }): Promise<ApiDocument | null> {
  if (known || !env.ASSETS) return known
  const reply = await env.ASSETS.fetch(`https://assets.invalid${API_DOCUMENT_PATH}`)
  known = reply.ok ? await reply.json<ApiDocument>() : null
  return known
}

/** Formats a schema: `text`, `list of CartItem`, `one of subscribed, unsubscribed`. */
export function formatShape(shape: ApiShape): string {
  const { $ref, type, enum: choices, items } = shape
  if ($ref) return $ref.split('/').at(-1) ?? ''
  if ('const' in shape) return JSON.stringify(shape.const)
  if (choices) return choices.map(String).join(', ')
  const several = shape.anyOf ?? shape.oneOf
  if (several) return [...new Set(several.map(formatShape))].join(' or ')
  if (type === 'array') return `list of ${items ? formatShape(items) : 'anything'}`
  if (type === 'object') {
    const names = Object.keys(shape.properties ?? {})
    return names.length > 0 && names.length <= 6 ? `{${names.join(', ')}}` : 'object'
  }
  return type === undefined ? 'anything' : [type].flat().join(' or ')
}

/** Returns the schema of `result`, or of the whole body without an envelope. */
export function resultShape(body: ApiShape): ApiShape {
  const [own = body] = body.anyOf ?? []
  return own.allOf?.[1]?.properties?.result ?? own
}
