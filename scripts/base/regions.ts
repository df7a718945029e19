/** The 65 regions of the U.S. and the ids that clients of this API family know them by, and what each taxes. */
import type { region } from '../../schema/identity/location/region.table.ts'

/** Id, code, name. `AE` stands for four regions. */
const REGIONS: readonly (readonly [id: number, code: string, name: string])[] = [
  [1, 'AL', 'Alabama'],
  [2, 'AK', 'Alaska'],
  [3, 'AS', 'American Samoa'],
  [4, 'AZ', 'Arizona'],
  [5, 'AR', 'Arkansas'],
  [6, 'AE', 'Armed Forces Africa'],
  [7, 'AA', 'Armed Forces Americas'],
  [8, 'AE', 'Armed Forces Canada'],
  [9, 'AE', 'Armed Forces Europe'],
  [10, 'AE', 'Armed Forces Middle East'],
  [11, 'AP', 'Armed Forces Pacific'],
  [12, 'CA', 'California'],
  [13, 'CO', 'Colorado'],
  [14, 'CT', 'Connecticut'],
  [15, 'DE', 'Delaware'],
  [16, 'DC', 'District of Columbia'],
  [17, 'FM', 'Federated States Of Micronesia'],
  [18, 'FL', 'Florida'],
  [19, 'GA', 'Georgia'],
  [20, 'GU', 'Guam'],
  [21, 'HI', 'Hawaii'],
  [22, 'ID', 'Idaho'],
  [23, 'IL', 'Illinois'],
  [24, 'IN', 'Indiana'],
  [25, 'IA', 'Iowa'],
  [26, 'KS', 'Kansas'],
  [27, 'KY', 'Kentucky'],
  [28, 'LA', 'Louisiana'],
  [29, 'ME', 'Maine'],
  [30, 'MH', 'Marshall Islands'],
  [31, 'MD', 'Maryland'],
  [32, 'MA', 'Massachusetts'],
  [33, 'MI', 'Michigan'],
  [34, 'MN', 'Minnesota'],
  [35, 'MS', 'Mississippi'],
  [36, 'MO', 'Missouri'],
  [37, 'MT', 'Montana'],
  [38, 'NE', 'Nebraska'],
  [39, 'NV', 'Nevada'],
  [40, 'NH', 'New Hampshire'],
  [41, 'NJ', 'New Jersey'],
  [42, 'NM', 'New Mexico'],
  [43, 'NY', 'New York'],
  [44, 'NC', 'North Carolina'],
  [45, 'ND', 'North Dakota'],
  [46, 'MP', 'Northern Mariana Islands'],
  [47, 'OH', 'Ohio'],
  [48, 'OK', 'Oklahoma'],
  [49, 'OR', 'Oregon'],
  [50, 'PW', 'Palau'],
  [51, 'PA', 'Pennsylvania'],
  [52, 'PR', 'Puerto Rico'],
  [53, 'RI', 'Rhode Island'],
  [54, 'SC', 'South Carolina'],
  [55, 'SD', 'South Dakota'],
  [56, 'TN', 'Tennessee'],
  [57, 'TX', 'Texas'],
  [58, 'UT', 'Utah'],
  [59, 'VT', 'Vermont'],
  [60, 'VI', 'Virgin Islands'],
  [61, 'VA', 'Virginia'],
  [62, 'WA', 'Washington'],
  [63, 'WV', 'West Virginia'],
  [64, 'WI', 'Wisconsin'],
  [65, 'WY', 'Wyoming'],
]

export const REGION_ROWS: (typeof region.$inferInsert)[] = REGIONS.map(([regionId, code, name]) => ({
  regionId,
  code,
  name,
  countryId: 'US',
}))

/** Region id of a state's code. */
export function regionId(code: string): number {
  const found = REGIONS.find(([, known]) => known === code)
  if (!found) throw new Error(`no region ${code}`)
  return found[0]
}

export function regionName(code: string): string {
  return REGIONS.find(([, known]) => known === code)?.[2] ?? code
}

/** Base rate of each state in percent by law, as of July 2026, without local rates. */
export const STATE_RATES: Readonly<Record<string, number>> = {
  AL: 4,
  AK: 0,
  AZ: 5.6,
  AR: 6.5,
  CA: 7.25,
  CO: 2.9,
  CT: 6.35,
  DE: 0,
  FL: 6,
  GA: 4,
  HI: 4,
  ID: 6,
  IL: 6.25,
  IN: 7,
  IA: 6,
  KS: 6.5,
  KY: 6,
  LA: 5,
  ME: 5.5,
  MD: 6,
  MA: 6.25,
  MI: 6,
  MN: 6.875,
  MS: 7,
  MO: 4.225,
  MT: 0,
  NE: 5.5,
  NV: 6.85,
  NH: 0,
  NJ: 6.625,
  NM: 4.875,
  NY: 4,
  NC: 4.75,
  ND: 5,
  OH: 5.75,
  OK: 4.5,
  OR: 0,
  PA: 6,
  RI: 7,
  SC: 6,
  SD: 4.2,
  TN: 7,
  TX: 6.25,
  UT: 6.1,
  VT: 6,
  VA: 5.3,
  WA: 6.5,
  WV: 6,
  WI: 5,
  WY: 4,
  DC: 6,
}

const NOT_CONTIGUOUS = ['AK', 'HI']

/** Where the shop delivers: the 48 contiguous states and the District of Columbia. */
export const ALLOWED_STATES: readonly string[] = Object.keys(STATE_RATES).filter(
  (code) => !NOT_CONTIGUOUS.includes(code),
)
