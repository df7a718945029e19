/** Formats the replies of /api/catalog in the three forms (C2). */
import {
  CATALOG_INDEX,
  type CatalogHit,
  type CatalogRequest,
  type CatalogResult,
} from '../../../schema/compat/catalog/catalog.api.ts'

const encoder = new TextEncoder()
const COMMA = encoder.encode(',')
const END = encoder.encode('}')

/** Formats the reply in the form of the request as JSON in UTF-8; `total` is a number. */
export function formatCatalogReply(request: CatalogRequest, found: CatalogResult): Uint8Array<ArrayBuffer> {
  // The hits are finished, so they are inserted into the first list of the reply, which is theirs.
  const frame = JSON.stringify(toFrame(request, found))
  const at = frame.indexOf('[]') + 1
  const parts = [encoder.encode(frame.slice(0, at))]
  for (const hit of found.hits) {
    if (parts.length > 1) parts.push(COMMA)
    parts.push(...(request.form === 'elastic' ? elasticHit(request, hit) : scoredHit(hit)))
  }
  parts.push(encoder.encode(frame.slice(at)))
  return concatenate(parts)
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Adds the score to a document as its last field. */
function scoredHit({ json, score }: CatalogHit): Uint8Array[] {
  const comma = json.length > '{}'.length ? ',' : ''
  return [json.subarray(0, -1), encoder.encode(`${comma}"_score":${score}}`)]
}

function elasticHit({ type }: CatalogRequest, { id, score, json }: CatalogHit): Uint8Array[] {
  const head = JSON.stringify({ _index: CATALOG_INDEX, _type: type, _id: id, _score: score })
  return [encoder.encode(`${head.slice(0, -1)},"_source":`), json, END]
}

/** Builds the reply without its hits; their empty list is the first list in it. */
function toFrame({ form, size, start }: CatalogRequest, found: CatalogResult): object {
  const { hits, total, aggregations, attributeMetadata } = found
  if (form === 'compact') return { hits: [], total, aggregations, attribute_metadata: attributeMetadata }
  if (form === 'elastic') {
    const max_score = hits[0]?.score ?? null
    return { hits: { total, max_score, hits: [] }, aggregations, attribute_metadata: attributeMetadata }
  }
  return { items: [], attributeMetadata, aggregations, total, perPage: size, start }
}
