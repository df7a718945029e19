/** [API4] Lengths come before work: what is far too long is refused unread, in every field of every call. */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { SECURITY_REPORT } from '../../platform/security/security-report.api.ts'
import { countingList, longTextReads } from '../../platform/testing/long-reads.harness.ts'
import { holding, waysIn } from '../../platform/testing/schema-ways.harness.ts'
import { ALL_CALLS } from './all-calls.api.ts'

const LONG = 'a%25[,\u0301/ 1@'.repeat(6_000)
/** The longest text and the longest list that a call takes are shorter: a token of a provider, the lines of a cart. */
const MAX_TEXT = 8_000
const MAX_LIST = 500
/** As many members as a body has room for. */
const MEMBERS: Readonly<Record<string, unknown>> = { objects: {}, lists: [], texts: '1' }
const ROOM = 300_000

/** Their schemas describe only; what is read of them is asked over HTTP (worker/security/long-input.test.ts). */
const DESCRIBED = ['searchCatalog', 'searchIndex', 'mapUrl', 'mapUrlShort', 'applyAsDealer']

const SCHEMAS: [name: string, schema: v.GenericSchema][] = [
  ...ALL_CALLS.filter(({ id }) => !DESCRIBED.includes(id)).flatMap(({ id, body, query, params, headers }) =>
    Object.entries({ body, query, params, headers }).flatMap(([part, schema]): [string, v.GenericSchema][] =>
      schema ? [[`${id} ${part}`, schema]] : [],
    ),
  ),
  ['security report', SECURITY_REPORT],
]

const PLACES = SCHEMAS.flatMap(([name, schema]) =>
  waysIn(schema).map((way) => ({ place: `${name} ${way.join('.')}`, schema, way })),
)

describe('[audit A9] in no field of a call', () => {
  test.each([LONG, `${LONG}@${LONG}.com`, '1'.repeat(60_000)])(
    'a text that is far too long is read: %#',
    async (text) => {
      const over: string[] = []
      for (const { place, schema, way } of PLACES) {
        const reads = await longTextReads(MAX_TEXT, () => v.safeParse(schema, holding(way, text)))
        over.push(...reads.map((read) => `${place}: ${read}`))
      }
      expect(over).toEqual([])
    },
  )

  test.each(Object.entries(MEMBERS))('a list of far too many %s is read to its end', (_, member) => {
    const over = PLACES.flatMap(({ place, schema, way }) => {
      const { list, reads } = countingList(Array(ROOM).fill(member))
      v.safeParse(schema, holding(way, list))
      return reads() > MAX_LIST ? [`${place}: ${reads()} members`] : []
    })
    expect(over).toEqual([])
  })

  test('what reads a text sign by sign is noticed here', async () => {
    const careless = v.pipe(
      v.string(),
      v.transform((text) => text.normalize('NFC')),
      v.maxLength(60),
    )
    expect(await longTextReads(MAX_TEXT, () => v.safeParse(careless, LONG))).toHaveLength(1)
    expect(await longTextReads(MAX_TEXT, () => v.safeParse(careless, 'short'))).toEqual([])
  })
})
