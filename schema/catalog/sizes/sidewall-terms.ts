/** What the letters of a sidewall mean (H13g), as one or two sentences for the place where the value is shown. */

/** The facts that have an explanation. */
export type SidewallTerm =
  | 'load_index'
  | 'load_range'
  | 'speed'
  | 'dot'
  | 'run_flat'
  | 'utqg'
  | 'mileage_warranty'
  | 'snow_marks'
  | 'oe_mark'

const TRACTION: Readonly<Record<string, string>> = {
  AA: 'the best grade for stopping on wet pavement',
  A: 'the second best of four grades for stopping on wet pavement',
  B: 'the third of four grades for stopping on wet pavement',
  C: 'the lowest grade for stopping on wet pavement',
}
const TEMPERATURE: Readonly<Record<string, string>> = {
  A: 'the best grade against heat at high speed',
  B: 'the middle grade against heat at high speed',
  C: 'the lowest grade against heat that the law allows',
}

/** The carmakers of the marks that tire makers use; other marks are explained in general. */
const CARMAKERS: Readonly<Record<string, string>> = {
  '*': 'BMW and MINI',
  MO: 'Mercedes-Benz',
  MO1: 'Mercedes-AMG',
  MOE: 'Mercedes-Benz, run flat',
  AO: 'Audi',
  RO1: 'Audi Sport',
  N0: 'Porsche',
  N1: 'Porsche',
  N2: 'Porsche',
  N3: 'Porsche',
  J: 'Jaguar',
  LR: 'Land Rover',
  K1: 'Ferrari',
  VOL: 'Volvo',
  T0: 'Tesla',
  T1: 'Tesla',
  GOE: 'Genesis',
}

/** Ply ratings and highest pressures in psi of light truck tires, by load range. */
const PLY_RATINGS: Readonly<Record<string, readonly [ply: number, psi: number]>> = {
  C: [6, 50],
  D: [8, 65],
  E: [10, 80],
  F: [12, 95],
}

/** Returns the explanation of a shown value; a value in another format is explained in general. */
export function explainSidewall(term: SidewallTerm, value: string): string {
  switch (term) {
    case 'load_index':
      return 'The most weight that one tire may carry at full pressure. Never go below the number on your door sticker.'
    case 'load_range':
      return explainLoadRange(value)
    case 'speed':
      return 'The highest speed that the tire was tested for, in good condition and at full pressure.'
    case 'dot':
      return 'The last four digits of the DOT code on the sidewall are the week and the year that the tire was made.'
    case 'run_flat':
      return 'A run-flat tire carries the car about 50 miles without air, so you can drive to a shop.'
    case 'utqg':
      return explainUtqg(value)
    case 'mileage_warranty':
      return 'What the maker promises for even wear with regular rotation. If it wears out sooner, the maker pays a share of the next one.'
    case 'snow_marks':
      return value.includes('3PMSF')
        ? 'The mountain with a snowflake (3PMSF): the tire passed a test of traction on snow. M+S alone only describes its tread.'
        : 'M+S, mud and snow: the tread has open grooves. It’s not a test; for hard winters look for the mountain with a snowflake.'
    case 'oe_mark':
      return `${CARMAKERS[value] ? `Made to the specification of ${CARMAKERS[value]}` : 'Made to the specification of one carmaker'}. It fits other cars of the size too; keep one version on all four wheels.`
  }
}

function explainLoadRange(range: string): string {
  if (range === 'SL') return 'Standard load: the usual passenger tire, at up to 35 psi.'
  if (range === 'XL') return 'Extra load: carries more than a standard tire of its size, at up to 42 psi.'
  if (range === 'LL') return 'Light load: carries less than a standard tire of its size.'
  const [ply, psi] = PLY_RATINGS[range] ?? []
  return ply
    ? `As strong as ${ply} plies of cotton once were, at up to ${psi} psi. A later letter carries more.`
    : 'How strong the tire is built. A later letter carries more, at a higher pressure.'
}

function explainUtqg(value: string): string {
  const [wear = '', traction = '', temperature = ''] = value.split(' ')
  const times = Number(wear) / 100
  if (!Number.isFinite(times) || times <= 0)
    return 'Grades of the US government for wear, wet traction and heat.'
  return `Treadwear ${wear}: lasted ${times} times as long as the government’s test tire. Traction ${traction}: ${TRACTION[traction] ?? ''}. Temperature ${temperature}: ${TEMPERATURE[temperature] ?? ''}.`
}
