import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkDraft, type IntakeContext } from './check-draft.ts'
import { FINDING_CODES, FINDINGS } from './findings.ts'
import { BLOCKS, INTAKE_DRAFT, type IntakeDraft, PHOTO_SLOTS } from './intake-draft.ts'
import { INTAKE_SETTINGS } from './intake-settings.ts'

const CONTEXT: IntakeContext = {
  now: Date.UTC(2026, 10, 26),
  settings: INTAKE_SETTINGS,
  role: 'yard',
  facts: { isKnownSize: true, isKnownModel: true, suggested: 64_00, cost: 20_00 },
}

const GOOD: IntakeDraft = v.parse(INTAKE_DRAFT, {
  bin: 'A-12-3',
  marking: '225/45R17 94W XL',
  brand: 'Halden',
  model: 'Velo Sport',
  season: 'Summer',
  treadNew: 10,
  depths: [7, 7.5, 7.5, 7],
  dot: '2322',
  noFindings: true,
  airTest: 'held',
  price: 64_00,
  photos: PHOTO_SLOTS.map((slot) => ({ slot, hash: '0123456789abcdef' })),
})

const check = (change: Partial<IntakeDraft>, context: Partial<IntakeContext> = {}) =>
  checkDraft({ ...GOOD, ...change }, { ...CONTEXT, ...context })
const codes = (change: Partial<IntakeDraft>, context: Partial<IntakeContext> = {}) => {
  const { blocks } = check(change, context)
  return BLOCKS.flatMap((block) => blocks[block].problems.map(({ code }) => code))
}
const warnings = (change: Partial<IntakeDraft>, context: Partial<IntakeContext> = {}) => {
  const { blocks } = check(change, context)
  return BLOCKS.flatMap((block) => blocks[block].warnings.map(({ code }) => code))
}

test('[H14d] a whole draft of a used tire can be put on sale with its grade and its report', () => {
  expect(check({})).toMatchObject({
    isPublishable: true,
    knockOut: null,
    isHeld: false,
    grade: 'A',
    report: {
      repairs: 'None',
      sidewalls: 'No cuts, no bulges',
      beads: 'Clean, not torn',
      airTest: 'Held 35 psi for 24 hours',
    },
  })
  expect(codes({})).toEqual([])
  expect(warnings({})).toEqual([])
})

test('[H14d] an empty draft has one problem in each block that needs input', () => {
  const { blocks, isPublishable } = checkDraft(v.parse(INTAKE_DRAFT, {}), CONTEXT)
  expect(isPublishable).toBe(false)
  for (const block of BLOCKS) expect(blocks[block].problems).not.toEqual([])
})

test.each<[string, Partial<IntakeDraft>, string[]]>([
  ['a text as size', { marking: 'big one' }, ['size-unknown']],
  ['a size without load and speed', { marking: '225/45R17' }, ['load-missing']],
  ['a size with unknown marks', { marking: '225/45R17 94W QQ' }, ['size-unknown']],
  ['a size as model', { model: '225/45R17' }, ['name-is-size']],
  ['emoji as brand', { brand: '🛞🛞' }, ['name-characters']],
  ['HTML as model', { model: '<b>Velo</b>' }, ['name-characters']],
  ['spaces as model', { model: '   ' }, ['model-missing']],
  ['a new tread of 3', { treadNew: 3, depths: [3] }, ['tread-new-range']],
  ['a depth of 41', { depths: [7, 41, 7] }, ['depth-range']],
  ['a depth below zero', { depths: [-1, 7] }, ['depth-range']],
  ['a third of a 32nd', { depths: [7.3, 7] }, ['depth-half']],
  ['seven grooves', { depths: [7, 7, 7, 7, 7, 7, 7] }, ['depths-many']],
  ['deeper than new', { depths: [10.5, 10, 10] }, ['deeper-than-new']],
  ['week 54', { dot: '5422' }, ['dot-week']],
  ['a future week', { dot: '5226' }, ['dot-future']],
  ['a tire of 2010', { dot: '5010' }, ['dot-too-old']],
  ['three digits', { dot: '419' }, ['dot-length']],
  ['a letter O in a TIN', { dot: 'U2LLOMLR2322' }, ['tin-symbols']],
  ['no findings and no answer', { noFindings: false }, ['findings-missing']],
  ['both answers', { findings: [{ code: 'scuff' }] }, ['findings-contradict']],
  ['a plug-patch without size', { noFindings: false, findings: [{ code: 'plug-patch' }] }, ['finding-size']],
  ['no air test', { airTest: null }, ['air-test-missing']],
  ['no tread photo', { photos: [{ slot: 'dot' }] }, ['tread-photo-missing']],
  ['no price', { price: null }, ['price-missing']],
  ['a price of nothing', { price: 0 }, ['price-range']],
  ['a price without a point', { price: 6_400_00 * 2 }, ['price-range']],
])('[H14d] %s: the block says what to do', (_, change, expected) => {
  expect(codes(change)).toEqual(expected)
  for (const { problems } of Object.values(check(change).blocks))
    for (const { message } of problems) expect(message).toMatch(/^[“A-Z].*[.?]$/)
  expect(check(change).isPublishable).toBe(false)
})

test('[H14d] a question ends when the person answers it', () => {
  expect(check({ depths: [10.5, 10] }).blocks.tread.problems).toMatchObject([{ ask: true }])
  expect(codes({ depths: [10.5, 10], confirmed: ['deeper-than-new'] })).toEqual([])
  const facts = { ...CONTEXT.facts, isKnownSize: false }
  expect(codes({}, { facts })).toEqual(['size-new'])
  expect(codes({ confirmed: ['size-new'] }, { facts })).toEqual([])
  expect(warnings({}, { facts: { isKnownModel: false } })).toEqual(['model-new'])
})

test('[H14d] truck and flotation sizes are taken in, and the air test has the pressure of the size', () => {
  for (const marking of ['LT245/75R16 120/116S E', '31x10.50R15LT 109S C', '195R14C 106/104R'])
    expect(codes({ marking })).toEqual([])
  expect(check({ marking: '11R22.5 144/142L G', treadNew: 20, depths: [14, 14] }).report?.airTest).toBe(
    'Held 90 psi for 24 hours',
  )
  expect(check({ airTest: 'later' }).report?.airTest).toBe('Before it’s sent')
})

test('[H14d] below 4/32 warns, grooves more than 3/32 apart set uneven wear, below 2/32 ends in scrap', () => {
  expect(warnings({ depths: [4, 4] })).toEqual([])
  expect(warnings({ depths: [3.5, 4] })).toEqual(['tread-low'])
  expect(check({ depths: [5, 8] }).findings).toEqual([])
  const uneven = check({ depths: [5, 8.5] })
  expect(uneven).toMatchObject({ findings: [{ code: 'uneven' }], report: { tread: 'Worn more on one side' } })
  expect(check({ depths: [7, 1.5] })).toMatchObject({
    knockOut: 'tread-below-legal',
    isPublishable: false,
    isScrappable: true,
    grade: null,
    report: null,
  })
  expect(check({ depths: [7, 1.5], photos: [] }).isScrappable).toBe(false)
  for (const depths of [[2], [-1], []]) expect(check({ depths }).knockOut).toBeNull()
})

test('[H14d] every knock-out ends in scrap whatever else the draft has, and no other finding does', () => {
  for (const code of FINDING_CODES) {
    const found = check({ noFindings: false, findings: [{ code, mm: 5 }] })
    const isOut = FINDINGS[code].grade === null
    expect(found).toMatchObject({ knockOut: isOut ? code : null, isPublishable: !isOut })
  }
  const hole = check({ noFindings: false, findings: [{ code: 'plug-patch', mm: 7 }] })
  expect(hole.knockOut).toBe('puncture-too-large')
})

test('[H14d] a person may lower the grade and not raise it', () => {
  const findings = [{ code: 'plug-patch', mm: 5 }] as const
  expect(check({ grade: 'C' })).toMatchObject({ grade: 'C', isPublishable: true })
  const raised = check({ noFindings: false, findings: [...findings], grade: 'A' })
  expect(raised).toMatchObject({ grade: 'C', isPublishable: false })
  expect(raised.report?.repairs).toBe('One plug-patch, 5 mm, in the crown')
})

test('[H14d] an unreadable DOT code is taken in and parked', () => {
  expect(check({ dot: 'unreadable' })).toMatchObject({ isPublishable: true, isHeld: true })
})

test('[H14d] age is said from six years, and above the shop’s limit needs a manager', () => {
  expect(warnings({ dot: '4720' })).toEqual(['age-high'])
  expect(codes({ dot: '2316' })).toEqual(['age-over'])
  expect(codes({ dot: '2316' }, { role: 'manager' })).toEqual([])
  expect(codes({ dot: '2316' }, { settings: { ...INTAKE_SETTINGS, maxAge: 15 } })).toEqual([])
})

test('[H14d] a price below the floor or far off the suggestion needs the permission and a reason', () => {
  expect(codes({ price: 80_00 })).toEqual([])
  expect(codes({ price: 81_00 })).toEqual(['price-far'])
  expect(codes({ price: 81_00, priceWhy: 'Almost new' })).toEqual(['price-far'])
  expect(codes({ price: 81_00 }, { role: 'manager' })).toEqual(['price-why'])
  expect(codes({ price: 81_00, priceWhy: 'Almost new' }, { role: 'manager' })).toEqual([])
  expect(codes({ price: 29_99 }, { facts: { cost: 20_00 } })).toEqual(['price-below-floor'])
  expect(codes({ price: 29_99 }, { facts: { cost: 20_00 }, role: 'manager' })).toEqual(['price-below-floor'])
  expect(codes({ price: 29_99 }, { facts: { cost: 20_00 }, role: 'owner' })).toEqual(['price-floor-why'])
  expect(codes({ price: 30_00 }, { facts: { cost: 20_00 } })).toEqual([])
  expect(codes({ price: 14_99 }, { facts: {} })).toEqual(['price-below-floor'])
})

test('[H14d] a shop that takes no photos is not asked for one', () => {
  expect(codes({ photos: [] }, { settings: { ...INTAKE_SETTINGS, photos: false } })).toEqual([])
  expect(warnings({ photos: [{ slot: 'tread' }] })).toEqual(['photos-missing'])
})

test('[H14d] any draft that the schema accepts is checked without an exception, and never on sale with a problem', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('225/45R17 94W', '2322'),
  )
  const draft = fc.record(
    {
      marking: word,
      brand: word,
      model: word,
      dot: word,
      depths: fc.array(fc.double({ min: -99, max: 99, noNaN: true }), { maxLength: 12 }),
      treadNew: fc.integer({ min: -99, max: 99 }),
      findings: fc.array(
        fc.record({ code: fc.constantFrom(...FINDING_CODES), mm: fc.integer({ min: 0, max: 500 }) }),
        { maxLength: 5 },
      ),
      price: fc.integer({ min: -99_999_999, max: 99_999_999 }),
      season: fc.constantFrom('Summer', 'Winter', null),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(draft, (raw) => {
      const result = checkDraft(v.parse(INTAKE_DRAFT, raw), CONTEXT)
      const isClean = BLOCKS.every((block) => result.blocks[block].problems.length === 0)
      expect(result.isPublishable).toBe(isClean && result.knockOut === null)
    }),
  )
})

test.each<[string, unknown]>([
  ['a text of a megabyte', { brand: 'x'.repeat(1_000_000) }],
  ['a thousand grooves', { depths: Array.from({ length: 1000 }, () => 7) }],
  ['an unknown finding', { findings: [{ code: 'other' }] }],
  ['a depth that is no number', { depths: ['7'] }],
  ['a hash that is a path', { photos: [{ slot: 'tread', hash: '../../etc/passwd' }] }],
])('[H14d] %s is no draft', (_, raw) => {
  expect(v.safeParse(INTAKE_DRAFT, raw).success).toBe(false)
})
