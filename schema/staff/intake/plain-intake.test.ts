import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SKU_MAX } from '../../catalog/product/product.ts'
import { INTAKE_DRAFT } from './intake-draft.ts'
import { readPlainDraft } from './plain-intake.ts'

test('[H14d] typed texts make the draft that the phone would send', () => {
  const texts = { marking: ' 225/45R17 94W XL ', depths: '7 7.5, 7.5 7', price: '$1,064.50', bin: 'a-12-3' }
  const boxes = {
    'finding-plug-patch': 'on',
    'mm-plug-patch': '4',
    'confirm-size-new': 'on',
    'another-TL-1': 'on',
  }
  expect(readPlainDraft({ ...texts, ...boxes, lotId: '3', unreadable: 'on', dot: '2322' })).toMatchObject({
    marking: '225/45R17 94W XL',
    ...{ depths: [7, 7.5, 7.5, 7], price: 1_064_50, bin: 'A-12-3', lotId: 3, dot: 'unreadable' },
    findings: [{ code: 'plug-patch', mm: 4 }],
    ...{ confirmed: ['size-new'], anotherThan: ['TL-1'] },
  })
})

test('[H14d] a tire with the longest number can be said to be another one', () => {
  const sku = 'X'.repeat(SKU_MAX)
  expect(readPlainDraft({ [`another-${sku}`]: 'on' }).anotherThan).toEqual([sku])
})

test('[H14d] whatever is typed, the draft has the shape of a draft', () => {
  const names = [
    'marking',
    'brand',
    'depths',
    'dot',
    'price',
    'treadNew',
    'lotId',
    'priceWhy',
    'grade',
    'season',
  ]
  const boxes = [
    'finding-plug-patch',
    'mm-plug-patch',
    `confirm-${'x'.repeat(90)}`,
    `another-${'x'.repeat(90)}`,
    'noFindings',
  ]
  const text = fc.oneof(fc.string({ maxLength: 200, unit: 'grapheme' }), fc.double().map(String))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names, ...boxes), text), (texts) => {
      expect(v.safeParse(INTAKE_DRAFT, readPlainDraft(texts)).issues).toBeUndefined()
    }),
  )
})
