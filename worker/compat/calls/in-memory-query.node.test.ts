import { expect, test } from 'vitest'
import type { CatalogRequest } from '../../../schema/compat/catalog/catalog.api.ts'
import type { AggregationRequest, SearchCondition } from '../../../schema/compat/catalog/search-query.ts'
import { queryDocuments } from './in-memory-query.ts'

const documents = Array.from({ length: 40_000 }, (_, id) => ({
  id,
  state: id % 2 === 0 ? 'IL' : 'WI',
  tires: 4,
}))
const newRequest = (where: SearchCondition[], aggregations: AggregationRequest[] = []): CatalogRequest => ({
  type: 'zipcode',
  form: 'compact',
  start: 0,
  size: 10,
  searchQuery: { where, text: '', sort: [], aggregations },
  source: { include: ['id'], exclude: [] },
})
const inIllinois: SearchCondition = { kind: 'among', field: 'state', values: ['IL'] }
const terms = (field: string): AggregationRequest => ({ kind: 'terms', name: field, field, size: 10 })

test('[C4] an aggregation leaves out its own filter and applies the others', () => {
  const few: SearchCondition = { kind: 'range', field: 'id', bounds: { lt: 10 } }
  const found = queryDocuments(documents, newRequest([inIllinois, few], [terms('state'), terms('tires')]))
  expect(found).toMatchObject({
    ok: true,
    value: {
      total: 5,
      aggregations: {
        state: {
          buckets: [
            { key: 'IL', doc_count: 5 },
            { key: 'WI', doc_count: 5 },
          ],
        },
        tires: { buckets: [{ key: '4', doc_count: 5 }] },
      },
    },
  })
})

test('[C2] [C4] a query with too many comparisons is refused at once', () => {
  const never = Array.from({ length: 250 }, (_, index) => `none-${index}`)
  const many = Array.from(
    { length: 100 },
    (): SearchCondition => ({ kind: 'not', of: { kind: 'among', field: 'state', values: never } }),
  )
  const started = Date.now()
  expect(queryDocuments(documents, newRequest(many))).toMatchObject({ ok: false })
  const counts = Array.from({ length: 200 }, (_, index) => ({ ...terms('state'), name: `${index}` }))
  expect(queryDocuments(documents, newRequest([inIllinois, ...many.slice(0, 1)], counts))).toMatchObject({
    ok: false,
  })
  expect(Date.now() - started).toBeLessThan(100)
})
