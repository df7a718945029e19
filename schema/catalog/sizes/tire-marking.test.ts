import { expect, test } from 'vitest'
import { parseLoadRange, parseMarking } from './tire-marking.ts'
import { formatTireSize } from './tire-size.ts'

test.each([
  ['225/45R17', '225/45R17', null, null, null, null],
  ['225/45R17 94W XL', '225/45R17', 94, null, 'W', 'XL'],
  ['225/45R17 XL 94 W', '225/45R17', 94, null, 'W', 'XL'],
  ['225/45ZR17 (94Y) XL', '225/45ZR17', 94, null, 'Y', 'XL'],
  ['P265/70R17 113S SL', 'P265/70R17', 113, null, 'S', 'SL'],
  ['225/45R17 94V RF', '225/45R17', 94, null, 'V', 'RF'],
  ['225/45R17 extra load 94V', '225/45R17', 94, null, 'V', 'XL'],
  ['LT245/75R16 121/118S E', 'LT245/75R16', 121, 118, 'S', 'E'],
  ['LT245/75R16/E 120/116Q', 'LT245/75R16', 120, 116, 'Q', 'E'],
  ['LT245/75R16 C', 'LT245/75R16', null, null, null, 'C'],
  ['LT245/75R16 LR E', 'LT245/75R16', null, null, null, 'E'],
  ['LT245/75R16 Load Range D', 'LT245/75R16', null, null, null, 'D'],
  ['195/75R16C 107/105R', '195/75R16C', 107, 105, 'R', null],
  ['195R14 C 106/104 N', '195R14C', 106, 104, 'N', null],
  ['195R14C 8PR', '195R14C', null, null, null, 'D'],
  ['31X10.50R15LT 109Q C', '31X10.50R15LT', 109, null, 'Q', 'C'],
  ['31 10.50 15 109Q', '31X10.50R15LT', 109, null, 'Q', null],
  ['35x12.50R20 LT 121Q M+S', '35X12.50R20LT', 121, null, 'Q', null],
  ['11R22.5 144/142L (14PR)', '11R22.5', 144, 142, 'L', 'G'],
  ['11R22.5 LRH', '11R22.5', null, null, null, 'H'],
  ['ST205/75R15 107M D', 'ST205/75R15', 107, null, 'M', 'D'],
  ['T125/70D16 96M', 'T125/70D16', 96, null, 'M', null],
])('[audit B5] %s', (text, label, load, dualLoad, speed, loadRange) => {
  const marking = parseMarking(text)
  expect(marking && formatTireSize(marking.size)).toBe(label)
  expect(marking).toMatchObject({ load, dualLoad, speed, loadRange })
})

test('[audit B5] a run-flat marking after the size is recognized', () => {
  expect(parseMarking('225/45R17 91W RFT')).toMatchObject({ load: 91, speed: 'W', runFlat: true })
})

test('[audit B5] a text with an unknown marking is refused', () => {
  for (const text of ['', '94W', '225/45R17 hello', '225/45R17 999W', '225/45R17 94A', '225/45R17 94W 91V'])
    expect(parseMarking(text), text).toBeNull()
})

test.each([
  ['xl', 'XL'],
  ['Load Range E', 'E'],
  ['LR-E', 'E'],
  ['10 PR', 'E'],
  ['16PR', 'H'],
  ['Reinforced', 'RF'],
  ['9PR', null],
  ['Z', null],
  ['', null],
])('[audit B5] the load range "%s" is %s', (text, range) => {
  expect(parseLoadRange(text)).toBe(range)
})
