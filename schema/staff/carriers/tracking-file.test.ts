import { expect, test } from 'vitest'
import { CARRIER_COLUMNS, carrierRow, type WaitingParcel } from './carrier-file.ts'
import {
  evaluateTracking,
  findTrackingColumns,
  type KnownParcel,
  readTrackingRow,
  type TrackingFacts,
} from './tracking-file.ts'

const UPS = '1Z999AA10123456784'
const ORDER = 'TL-7K3M9QXA'

/** Reads a file of these lines as the shop does. */
function readFile(...[header = [], ...lines]: string[][]) {
  const columns = findTrackingColumns(header)
  if (!columns) return null
  return lines.flatMap((cells, at) => readTrackingRow(columns, { row: at + 2, cells }) ?? [])
}
const parcel = (number: number, about: Partial<KnownParcel> = {}): KnownParcel => ({
  ...{ number, trackingNumber: null, isSent: false, isEmpty: false, isRecalled: false },
  ...{ isInspectionDue: false, ...about },
})
const facts = (
  parcels: readonly KnownParcel[],
  { status = 'paid', owners = {} }: { status?: 'paid' | 'canceled'; owners?: Record<string, string> } = {},
): TrackingFacts => ({
  orders: new Map([[ORDER, { status, parcels }]]),
  owners: new Map(Object.entries(owners)),
})
/** What the shop says to the only row with a number for a reference. */
function outcomeOf(reference: string, known: TrackingFacts, number = UPS) {
  const rows = readFile(['Reference', 'Tracking Number'], [reference, number]) ?? []
  const [outcome] = evaluateTracking(rows, known)
  return outcome?.state === 'refused' ? outcome.problem : `${outcome?.state} ${outcome?.parcel}`
}

test('[H14o] columns are found by the names that carriers’ programs write, in any order', () => {
  for (const [reference, tracking] of [
    ['reference', 'tracking_number'],
    ['Package Reference No. 1', 'Package Tracking Number'],
    ['Order ID', 'Tracking #'],
    ['Your reference', 'TrackingNumber'],
  ]) {
    const rows = readFile(
      ['Service', tracking ?? '', 'To', reference ?? ''],
      ['Ground', UPS, 'Ann', `${ORDER}.2`],
    )
    expect(rows).toEqual([
      {
        ...{ row: 2, reference: `${ORDER}.2`, orderNumber: ORDER, parcel: 2, carrier: 'UPS' },
        ...{ trackingNumber: UPS, weight: null },
      },
    ])
  }
  expect(readFile(['Service', 'Name'], ['Ground', 'Ann'])).toBeNull()
})

test('[H14o] the carrier comes from its column or the shape of the number; weights are rounded up; other rows say why', () => {
  const rows = readFile(
    ['Order', 'Parcel', 'Tracking', 'Carrier', 'Weight'],
    ['7k3m9qxa', '1 of 2', '1234 5678 9012', '', '61.2 lb'],
    [ORDER, '2', '9400 1111 1111 1111 1111 11', 'USPS Ground Advantage', ''],
    [ORDER, '', 'ABC123', 'Our own van', ''],
    [ORDER, '', 'ABC123', '', ''],
    [ORDER, '', '1.23457E+11', '', ''],
    [ORDER, '', '—', '', ''],
    [ORDER, '', UPS, '', '400'],
    ['Ann', '', UPS, '', ''],
    ['', '', '', 'UPS', '12'],
  )
  expect(
    rows?.map((row) => [row.parcel, row.carrier, row.trackingNumber, row.weight, row.problem ?? 'read']),
  ).toEqual([
    [1, 'FedEx', '123456789012', 62, 'read'],
    [2, 'USPS', '9400111111111111111111', null, 'read'],
    [null, 'Our own van', 'ABC123', null, 'read'],
    [null, '', 'ABC123', null, 'carrier'],
    [null, '', '1.23457E+11', null, 'rounded'],
    [null, '', '—', null, 'tracking'],
    [null, 'UPS', UPS, null, 'weight'],
    [null, 'UPS', UPS, null, 'reference'],
  ])
})

test('[H14o] a row is matched with one parcel in the yard, or refused with its reason', () => {
  expect(outcomeOf(ORDER, facts([parcel(1)]))).toBe('ready 1')
  expect(outcomeOf(ORDER, facts([parcel(1), parcel(2, { isEmpty: true })]))).toBe('ready 1')
  expect(outcomeOf(ORDER, facts([parcel(1), parcel(2)]))).toBe('which')
  expect(outcomeOf(ORDER, facts([parcel(1), parcel(2, { trackingNumber: UPS })]))).toBe('ready 2')
  expect(outcomeOf(`${ORDER}.2`, facts([parcel(1), parcel(2)]))).toBe('ready 2')
  expect(outcomeOf(`${ORDER}.3`, facts([parcel(1)]))).toBe('parcel')
  expect(outcomeOf(ORDER, facts([]))).toBe('parcel')
  expect(outcomeOf('TL-00000000', facts([parcel(1)]))).toBe('order')
  expect(outcomeOf(`${ORDER}.1`, facts([parcel(1, { isEmpty: true })]))).toBe('empty')
  expect(outcomeOf(ORDER, facts([parcel(1)], { status: 'canceled' }))).toBe('ended')
  expect(outcomeOf(ORDER, facts([parcel(1, { isSent: true, trackingNumber: UPS })]))).toBe('sent 1')
  expect(outcomeOf(ORDER, facts([parcel(1, { isSent: true, trackingNumber: 'OTHER1' })]))).toBe('sent')
  expect(outcomeOf(ORDER, facts([parcel(1, { trackingNumber: 'OTHER1' })]))).toBe('labeled')
  expect(outcomeOf(ORDER, facts([parcel(1)], { owners: { [UPS]: 'TL-00000000' } }))).toBe('taken')
  expect(outcomeOf(`${ORDER}.1`, facts([parcel(1), parcel(2)], { owners: { [UPS]: ORDER } }))).toBe('taken')
  expect(outcomeOf(ORDER, facts([parcel(1, { isRecalled: true })]))).toBe('recalled')
  expect(outcomeOf(ORDER, facts([parcel(1, { isInspectionDue: true })]))).toBe('not-inspected')
})

test('[H14o] of two rows with the same parcel or number, the first one counts', () => {
  const rows = readFile(
    ['Reference', 'Tracking number'],
    [`${ORDER}.1`, UPS],
    [`${ORDER}.1`, '123456789012'],
    [`${ORDER}.2`, UPS],
    [`${ORDER}.2`, '123456789013'],
  )
  expect(evaluateTracking(rows ?? [], facts([parcel(1), parcel(2)]))).toEqual([
    { state: 'ready', parcel: 1 },
    { state: 'refused', problem: 'twice' },
    { state: 'refused', problem: 'twice' },
    { state: 'ready', parcel: 2 },
  ])
})

test('[H14o] a parcel in the file has its address, its place in the order and its size; no cell is a formula', () => {
  const waiting: WaitingParcel = {
    ...{ orderNumber: ORDER, number: 1, parcels: 2, carrier: null, trackingNumber: null, weight: 62 },
    ...{ contents: { 'TL-2001': 2 }, sizes: { 'TL-2001': '225/45R17' }, filedAt: null },
    address: {
      ...{
        countryId: 'US',
        region: 'Illinois',
        regionId: 23,
        regionCode: 'IL',
        postcode: '06012',
        city: 'Chicago',
      },
      ...{
        street: ['=1 Main St', 'Apt 2'],
        firstname: 'Ann',
        lastname: 'Day',
        telephone: '+1 (312) 555-0100',
      },
      ...{ email: 'ann@example.com', company: '', vatId: '' },
    },
  }
  const names = CARRIER_COLUMNS.map(({ name }) => name)
  const cells = carrierRow(waiting)
  expect(Object.fromEntries(names.map((name, at) => [name, cells[at]]))).toEqual({
    ...{ reference: `${ORDER}.1`, order: ORDER, parcel: '1', parcels: '2', name: 'Ann Day', company: '' },
    ...{
      street1: "'=1 Main St",
      street2: 'Apt 2',
      city: 'Chicago',
      state: 'IL',
      zip: '06012',
      country: 'US',
    },
    ...{ phone: '13125550100', weight_lb: '62', length_in: '25', width_in: '25', height_in: '18' },
    contents: '2 x TL-2001',
  })
  const unknown = carrierRow({ ...waiting, sizes: { 'TL-2001': null }, address: null, weight: null })
  expect(unknown.filter((cell) => cell !== '')).toEqual([`${ORDER}.1`, ORDER, '1', '2', '2 x TL-2001'])
})
