/**
 * [API4] Lengths are checked first: every field of every call refuses a text or list that is far too long
 * without reading it.
 */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { SECURITY_REPORT } from '../../platform/security/security-report.api.ts'
import { countingList, longTextReads } from '../../platform/testing/long-reads.harness.ts'
import { schemaPaths, withValueAt } from '../../platform/testing/schema-paths.harness.ts'
import { ALL_CALLS } from './all-calls.api.ts'

const LONG = 'a%25[,\u0301/ 1@'.repeat(6_000)
/** Larger than every accepted text (a token of a provider) and list (the 500 rows of a grid of units). */
const MAX_TEXT = 8_000
const MAX_LIST = 501
/** Items of lists that are too long. */
const ITEMS: Readonly<Record<string, unknown>> = { objects: {}, lists: [], texts: '1' }
/** Number of items that a body has room for. */
const LIST_LENGTH = 300_000

/** Calls with schemas that only describe; worker/security/long-input.test.ts tests their parsers. */
const DESCRIBED_ONLY = ['searchCatalog', 'searchIndex', 'mapUrl', 'mapUrlShort', 'applyAsDealer']

const SCHEMAS: [name: string, schema: v.GenericSchema][] = [
  ...ALL_CALLS.filter(({ id }) => !DESCRIBED_ONLY.includes(id)).flatMap(
    ({ id, body, query, params, headers }) =>
      Object.entries({ body, query, params, headers }).flatMap(
        ([part, schema]): [string, v.GenericSchema][] => (schema ? [[`${id} ${part}`, schema]] : []),
      ),
  ),
  ['security report', SECURITY_REPORT],
]

const FIELDS = SCHEMAS.flatMap(([name, schema]) =>
  schemaPaths(schema).map((way) => ({ field: `${name} ${way.join('.')}`, schema, way })),
)

describe('[audit A9] no field of a call', () => {
  test.each([LONG, `${LONG}@${LONG}.com`, '1'.repeat(60_000)])(
    'reads a text that is far too long: %#',
    async (text) => {
      const over: string[] = []
      for (const { field, schema, way } of FIELDS) {
        const reads = await longTextReads(MAX_TEXT, () => v.safeParse(schema, withValueAt(way, text)))
        over.push(...reads.map((read) => `${field}: ${read}`))
      }
      expect(over).toEqual([])
    },
  )

  test.each(Object.entries(ITEMS))('reads a list of far too many %s to its end', (_, item) => {
    const over = FIELDS.flatMap(({ field, schema, way }) => {
      const { list, reads } = countingList(Array(LIST_LENGTH).fill(item))
      v.safeParse(schema, withValueAt(way, list))
      return reads() > MAX_LIST ? [`${field}: ${reads()} items`] : []
    })
    expect(over).toEqual([])
  })

  test('is covered by a check that notices a schema which reads a long text', async () => {
    const careless = v.pipe(
      v.string(),
      v.transform((text) => text.normalize('NFC')),
      v.maxLength(60),
    )
    expect(await longTextReads(MAX_TEXT, () => v.safeParse(careless, LONG))).toHaveLength(1)
    expect(await longTextReads(MAX_TEXT, () => v.safeParse(careless, 'short'))).toEqual([])
  })
})
