import { expect, test } from 'vitest'
import { ZIP_COUNT, zipRows } from './zip.ts'

const rows = await zipRows()
const byZip = new Map(rows.map((row) => [row.zip, row]))

test('[E4] the 42,744 ZIP codes are unique, have five digits and a state', () => {
  expect(rows).toHaveLength(ZIP_COUNT)
  expect(byZip.size).toBe(42_744)
  expect(rows.filter((row) => !/^\d{5}$/.test(row.zip) || !/^[A-Z]{2}$/.test(row.state))).toEqual([])
})

test('leading zeros are preserved', () => {
  expect(byZip.get('00501')).toMatchObject({ city: 'Holtsville', state: 'NY' })
  expect(byZip.get('02108')).toMatchObject({ city: 'Boston', state: 'MA', county: 'Suffolk' })
  expect(rows.filter((row) => row.zip.startsWith('0')).length).toBeGreaterThan(3000)
})

test('military codes get the state AE, AA or AP by their first digits', () => {
  expect(byZip.get('09001')?.state).toBe('AE')
  expect(byZip.get('34002')?.state).toBe('AA')
  expect(byZip.get('96201')?.state).toBe('AP')
})

test('newer codes come from the second package, with their county', () => {
  expect(byZip.get('85288')).toMatchObject({ city: 'Tempe', state: 'AZ', county: 'Maricopa' })
  expect(byZip.get('60612')).toMatchObject({ city: 'Chicago', state: 'IL', county: 'Cook' })
})
