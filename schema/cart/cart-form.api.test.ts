import { expect, test } from 'vitest'
import { parseFormSelections } from './cart-form.api.ts'

test('[C8] choices of a form have Magento’s field names', () => {
  expect(
    parseFormSelections({
      sku: 'B4',
      'bundle_option[11]': '111',
      'bundle_option[12]': '',
      'options[21]': ' White ',
    }),
  ).toEqual({
    option: {
      extension_attributes: {
        bundle_options: [
          { option_id: 11, option_qty: 1, option_selections: [111] },
          { option_id: 12, option_qty: 1, option_selections: [] },
        ],
        custom_options: [{ option_id: '21', option_value: ' White ' }],
      },
    },
    members: {},
  })
  expect(parseFormSelections({ 'super_group[TL-1]': '2', 'super_group[TL-2]': '0' })).toEqual({
    option: null,
    members: { 'TL-1': '2', 'TL-2': '0' },
  })
})

test('[C8] a malformed field counts as a missing choice', () => {
  const odd = { 'bundle_option[x]': '1', 'bundle_option[]': '1', 'bundle_option[1': '1', 'options[-1]': 'a' }
  expect(parseFormSelections({ ...odd, bundle_option: '1', 'super_group[A]': 1 })).toEqual({
    option: null,
    members: {},
  })
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`super_group[S${i}]`, '1']))
  expect(Object.keys(parseFormSelections(many).members)).toHaveLength(50)
})
