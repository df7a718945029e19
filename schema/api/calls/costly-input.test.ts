/** [API4] Lengths come before work: what is dear to read costs a schema of the API little, in every field of every call. */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { SECURITY_REPORT } from '../security-report.ts'
import { ALL_CALLS } from './all-calls.ts'

const SIZE = 65_536
const filled = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE)
/** Each is dear to somebody who reads it carelessly; lists are as long as a body may be. */
const DEAR: Readonly<Record<string, unknown>> = {
  'combining marks out of order': `a${filled('\u0301\u0327')}`,
  'percent signs': filled('%25'),
  'open brackets': filled('['),
  separators: filled('a, b/c.'),
  'spaces inside': `a${filled(' ')}a`,
  digits: filled('1'),
  'an address': `${filled('a.')}@${filled('a.')}`,
  'a domain': `a@${filled('a-')}.com`,
  'a megabyte of objects': Array(349_000).fill({}),
  'a megabyte of lists': Array(349_000).fill([]),
  'a megabyte of texts': Array(260_000).fill('1'),
}
/** Milliseconds of the best try: a third of it on a processor of its own. Carelessly read, each list takes a second. */
const MOST_MS = 150
const TRIES = 5

type Way = readonly (string | number)[]
type Inner = Partial<{
  pipe: [v.GenericSchema]
  wrapped: v.GenericSchema
  item: v.GenericSchema
  entries: Record<string, v.GenericSchema>
  options: (v.GenericSchema | string)[]
}>

/** Where a schema has fields; of a list, the list and its first member. */
function waysIn(schema: v.GenericSchema, way: Way = []): Way[] {
  const { pipe, wrapped, item, entries, options = [] } = schema as Inner
  const choices = options.filter((option) => typeof option === 'object')
  if (entries) return Object.entries(entries).flatMap(([name, entry]): Way[] => waysIn(entry, [...way, name]))
  if (item) return [way, ...waysIn(item, [...way, 0])]
  const inner = wrapped ?? pipe?.[0]
  if (inner && inner !== schema) return waysIn(inner, way)
  return choices.length > 0 ? choices.flatMap((choice) => waysIn(choice, way)) : [way]
}

function holding([name, ...rest]: Way, value: unknown): unknown {
  if (name === undefined) return value
  return name === 0 ? [holding(rest, value)] : { [name]: holding(rest, value) }
}

function bestTime(run: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let left = TRIES; left > 0 && best > MOST_MS; left -= 1) {
    const start = Date.now()
    run()
    best = Math.min(best, Date.now() - start)
  }
  return best
}

/** Their schemas describe only; what is read is bounded elsewhere (catalog-bounds.test.ts, upload.ts). */
const DESCRIBED = ['searchCatalog', 'searchIndex', 'mapUrl', 'mapUrlShort', 'applyAsDealer']

const SCHEMAS: [name: string, schema: v.GenericSchema][] = [
  ...ALL_CALLS.filter(({ id }) => !DESCRIBED.includes(id)).flatMap(({ id, body, query, params, headers }) =>
    Object.entries({ body, query, params, headers }).flatMap(([part, schema]): [string, v.GenericSchema][] =>
      schema ? [[`${id} ${part}`, schema]] : [],
    ),
  ),
  ['security report', SECURITY_REPORT],
]

describe('[audit A9] in no field of a call it costs much to judge', () => {
  test.each(Object.entries(DEAR))('%s', (_, value) => {
    const over = SCHEMAS.flatMap(([name, schema]) =>
      waysIn(schema).flatMap((way) => {
        const given = holding(way, value)
        const ms = bestTime(() => v.safeParse(schema, given))
        return ms > MOST_MS ? [`${name} ${way.join('.')}: ${Math.round(ms)} ms`] : []
      }),
    )
    expect(over).toEqual([])
  })
})
