/** Load index: the largest load of one tire, by the standard table in both units. */

/** The load index of the first entry in the tables; each further entry belongs to the next index. */
const FIRST = 60
// biome-ignore format: ten indices a line, as the published table prints them
const KILOGRAMS = [
  250, 257, 265, 272, 280, 290, 300, 307, 315, 325,
  335, 345, 355, 365, 375, 387, 400, 412, 425, 437,
  450, 462, 475, 487, 500, 515, 530, 545, 560, 580,
  600, 615, 630, 650, 670, 690, 710, 730, 750, 775,
  800, 825, 850, 875, 900, 925, 950, 975, 1000, 1030,
  1060, 1090, 1120, 1150, 1180, 1215, 1250, 1285, 1320, 1360,
  1400, 1450, 1500, 1550, 1600, 1650, 1700, 1750, 1800, 1850,
  1900, 1950, 2000, 2060, 2120, 2180, 2240, 2300, 2360, 2430,
  2500, 2575, 2650, 2725, 2800, 2900, 3000, 3075, 3150, 3250,
  3350, 3450, 3550, 3650, 3750, 3875, 4000, 4125, 4250, 4375,
  4500,
] as const
// biome-ignore format: ten indices a line, as the published table prints them
const POUNDS = [
  551, 567, 584, 600, 617, 639, 661, 677, 694, 717,
  739, 761, 783, 805, 827, 853, 882, 908, 937, 963,
  992, 1019, 1047, 1074, 1102, 1135, 1168, 1201, 1235, 1279,
  1323, 1356, 1389, 1433, 1477, 1521, 1565, 1609, 1653, 1709,
  1764, 1819, 1874, 1929, 1984, 2039, 2094, 2149, 2205, 2271,
  2337, 2403, 2469, 2535, 2601, 2679, 2756, 2833, 2910, 2998,
  3086, 3197, 3307, 3417, 3527, 3638, 3748, 3858, 3968, 4079,
  4189, 4299, 4409, 4542, 4674, 4806, 4938, 5071, 5203, 5357,
  5512, 5677, 5842, 6008, 6173, 6393, 6614, 6779, 6945, 7165,
  7385, 7606, 7826, 8047, 8267, 8543, 8818, 9094, 9370, 9645,
  9921,
] as const

/** Every index of the tables, lightest first. */
export const LOAD_INDICES: readonly number[] = POUNDS.map((_, at) => FIRST + at)

const number = /* @__PURE__ */ new Intl.NumberFormat('en-US')

/** Returns the load in kilograms and pounds, e.g. 670 kg and 1,477 lb for 94; `null` outside 60 to 160. */
export function loadCapacity(index: number): { kg: number; lb: number } | null {
  const kg = Number.isInteger(index) ? KILOGRAMS[index - FIRST] : undefined
  const lb = POUNDS[index - FIRST]
  return kg === undefined || lb === undefined ? null : { kg, lb }
}

/** Formats `94` as `94, 1,477 lb`; only the index outside the table. */
export function loadLabel(index: number): string {
  const load = loadCapacity(index)
  return load ? `${index}, ${number.format(load.lb)} lb` : String(index)
}
