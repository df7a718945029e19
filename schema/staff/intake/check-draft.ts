/** Checks the draft of a unit, block by block (H14). The same function runs on the phone and in the Worker. */
import * as v from 'valibot'
import { dotDateProblem, parseDotCode } from '../../catalog/sizes/dot-code.ts'
import { parseMarking } from '../../catalog/sizes/tire-marking.ts'
import { formatTireSize, parseTireSize } from '../../catalog/sizes/tire-size.ts'
import { dotDate, wholeYears } from '../../catalog/sizes/tire-text.ts'
import { type Grant, isGranted } from '../../identity/staff/permissions.ts'
import type { Cents } from '../../platform/money.ts'
import {
  FINDING,
  FINDING_CODES,
  type Finding,
  findingRules,
  type Grade,
  knockOutFinding,
} from './findings.ts'
import { gradeOf, isHigherGrade } from './grade.ts'
import {
  BLOCKS,
  type Block,
  type IntakeDraft,
  PHOTO_SLOTS,
  type PhotoSlot,
  PROBLEM,
  type Problem,
  UNIT_GRADES,
  UNREADABLE_DOT,
} from './intake-draft.ts'
import { toProblem, toQuestion } from './intake-problem.ts'
import type { IntakeSettings } from './intake-settings.ts'
import { checkPrice, priceFloor } from './price/price-check.ts'
import { AIR_TEST_HOURS, airTestPressure, REPORT_TEXTS, reportTexts } from './report-texts.ts'
import { checkTread, isBelowLegal, isUneven, leastDepth } from './tread-check.ts'

/** Age from which buyers ask; the product page marks it too (H13e). */
const OLD_YEARS = 6

/** What a draft is checked against. */
export interface IntakeContext extends Grant {
  /** Milliseconds. */
  now: number
  settings: IntakeSettings
  /** What the shop knows; fields are absent while the phone has no reception. */
  facts?: {
    isKnownSize?: boolean
    isKnownModel?: boolean
    isKnownBin?: boolean
    isKnownLot?: boolean
    suggested?: Cents | null
    /** What the unit cost. */
    cost?: Cents | null
  }
}

export const BLOCK_CHECK = v.object({
  done: v.boolean(),
  /** Each has to be mended before the unit is put on sale. */
  problems: v.array(PROBLEM),
  warnings: v.array(PROBLEM),
})
export type BlockCheck = v.InferOutput<typeof BLOCK_CHECK>

/** Findings and depths with which a tire must not be sold. */
const KNOCK_OUTS = [...FINDING_CODES, 'tread-below-legal'] as const

export const DRAFT_CHECK = v.object({
  blocks: v.object({
    size: BLOCK_CHECK,
    tire: BLOCK_CHECK,
    tread: BLOCK_CHECK,
    dot: BLOCK_CHECK,
    findings: BLOCK_CHECK,
    photos: BLOCK_CHECK,
    price: BLOCK_CHECK,
  }),
  isPublishable: v.boolean(),
  /** The reason to scrap the tire; `null` for a tire that may be sold. */
  knockOut: v.nullable(v.picklist(KNOCK_OUTS)),
  /** True when a knocked-out tire has what scrapping needs. */
  isScrappable: v.boolean(),
  /** The unit is taken in, but parked, for example with an unreadable DOT code. */
  isHeld: v.boolean(),
  /** Findings with those that follow from the tread. */
  findings: v.array(FINDING),
  grade: v.nullable(v.picklist(UNIT_GRADES)),
  report: v.nullable(REPORT_TEXTS),
})
export type DraftCheck = v.InferOutput<typeof DRAFT_CHECK>

type Check = Pick<BlockCheck, 'problems'> & Partial<Pick<BlockCheck, 'warnings'>>

function checkSize(draft: IntakeDraft, facts: IntakeContext['facts']): Check {
  const text = draft.marking?.trim() ?? ''
  if (text === '') return { problems: [toProblem('size-missing')] }
  const marking = parseMarking(text)
  if (!marking) return { problems: [toProblem('size-unknown')] }
  if (marking.load === null || marking.speed === null) return { problems: [toProblem('load-missing')] }
  const isNew = facts?.isKnownSize === false && !draft.confirmed.includes('size-new')
  return { problems: isNew ? [toQuestion('size-new', { size: formatTireSize(marking.size) })] : [] }
}

/** Letters of any language, digits and the marks that names of tires have; emoji and tags are none. */
const NAME = /^[\p{L}\p{M}\p{N} .,'’&+/()#-]+$/u

function nameProblems(
  text: string | null | undefined,
  missing: 'brand-missing' | 'model-missing',
): Problem[] {
  const name = text?.trim() ?? ''
  if (name === '') return [toProblem(missing)]
  if (!NAME.test(name) || !/[\p{L}\p{N}]/u.test(name)) return [toProblem('name-characters')]
  return parseMarking(name) || parseTireSize(name) ? [toProblem('name-is-size')] : []
}

function checkTire(draft: IntakeDraft, facts: IntakeContext['facts']): Check {
  const { treadNew } = draft
  const isRange = treadNew != null && (treadNew < 5 || treadNew > 40)
  return {
    problems: [
      ...nameProblems(draft.brand, 'brand-missing'),
      ...nameProblems(draft.model, 'model-missing'),
      ...(draft.season ? [] : [toProblem('season-missing')]),
      ...(treadNew == null ? [toProblem('tread-new-missing')] : []),
      ...(isRange ? [toProblem('tread-new-range')] : []),
    ],
    warnings: facts?.isKnownModel === false ? [toProblem('model-new')] : [],
  }
}

function checkDot(draft: IntakeDraft, { now, settings, ...grant }: IntakeContext): Check {
  const text = draft.dot?.trim() ?? ''
  if (text === '') return { problems: [toProblem('dot-missing')] }
  if (text === UNREADABLE_DOT) return { problems: [], warnings: [toProblem('dot-unreadable')] }
  const code = parseDotCode(text)
  if (typeof code === 'string') return { problems: [toProblem(code)] }
  const wrong = dotDateProblem(code.week, code.year, now)
  const made = dotDate(code.date)
  if (wrong || !made) return { problems: [toProblem(wrong ?? 'dot-week')] }
  const years = wholeYears(made.at, now)
  if (years >= settings.maxAge && !isGranted(grant, 'intake.old'))
    return { problems: [toProblem('age-over', { years })] }
  return { problems: [], warnings: years >= OLD_YEARS ? [toProblem('age-high', { years })] : [] }
}

function findingProblems({ findings, noFindings }: IntakeDraft): Problem[] {
  if (noFindings && findings.length > 0) return [toProblem('findings-contradict')]
  if (!noFindings && findings.length === 0) return [toProblem('findings-missing')]
  return findings.flatMap(({ code, mm }) => {
    if (!findingRules(code).hasSize) return []
    if (mm === undefined) return [toProblem('finding-size')]
    return mm < 1 || mm > 50 ? [toProblem('finding-size-range')] : []
  })
}

function checkFindings(draft: IntakeDraft, allowed: Grade | null): Check {
  const out = knockOutFinding(draft.findings)
  if (out) return { problems: [toProblem('knock-out', { finding: findingRules(out).label })] }
  const problems = findingProblems(draft)
  if (!draft.airTest) problems.push(toProblem('air-test-missing'))
  if (draft.grade && allowed && isHigherGrade(draft.grade, allowed))
    problems.push(toProblem('grade-higher', { grade: allowed }))
  return { problems }
}

const PHOTO_NAMES: Readonly<Record<PhotoSlot, string>> = {
  tread: 'tread',
  sidewall: 'sidewall',
  dot: 'DOT code',
  worst: 'worst spot',
}

function checkPhotos({ photos }: IntakeDraft, settings: IntakeSettings): Check {
  if (!settings.photos) return { problems: [] }
  const missing = PHOTO_SLOTS.filter((slot) => !photos.some((photo) => photo.slot === slot))
  const others = missing.filter((slot) => slot !== 'tread').map((slot) => PHOTO_NAMES[slot])
  return {
    problems: missing.includes('tread') ? [toProblem('tread-photo-missing')] : [],
    warnings: others.length > 0 ? [toProblem('photos-missing', { photos: others.join(', ') })] : [],
  }
}

function checkSale(draft: IntakeDraft, { settings, facts, ...grant }: IntakeContext): Check {
  const bin = draft.bin?.trim() ?? ''
  return {
    problems: [
      ...checkPrice(draft, {
        floor: priceFloor(facts?.cost ?? null, settings),
        suggested: facts?.suggested ?? null,
        may: { free: isGranted(grant, 'price.free'), belowFloor: isGranted(grant, 'price.below-cost') },
      }),
      ...(facts?.isKnownBin === false ? [toProblem('bin-unknown', { bin })] : []),
      ...(facts?.isKnownLot === false ? [toProblem('lot-unknown')] : []),
    ],
    warnings: bin === '' ? [toProblem('bin-missing')] : [],
  }
}

/** Returns the findings of the draft with `uneven`, which the tread sets. */
function allFindings({ findings, depths }: IntakeDraft): Finding[] {
  const isSet = findings.some(({ code }) => code === 'uneven')
  return isUneven(depths) && !isSet ? [...findings, { code: 'uneven' }] : findings
}

/** Returns the best grade that findings and tread allow; `null` for a tire that must not be sold or isn’t measured yet. */
function allowedGrade(draft: IntakeDraft): Grade | null {
  const findings = allFindings(draft)
  const least = leastDepth(draft.depths)
  const isSellable = !knockOutFinding(findings) && !isBelowLegal(draft.depths)
  return least === null || draft.treadNew == null || !isSellable
    ? null
    : gradeOf(findings, { least, treadNew: draft.treadNew })
}

/** Returns the grade of a tire: the one that the draft lowers it to, else the best that is allowed. */
export function draftGrade(draft: IntakeDraft): Grade | null {
  const allowed = allowedGrade(draft)
  return allowed && draft.grade && !isHigherGrade(draft.grade, allowed) ? draft.grade : allowed
}

/** Checks every block of a draft and derives grade, report and knock-out. */
export function checkDraft(draft: IntakeDraft, context: IntakeContext): DraftCheck {
  const findings = allFindings(draft)
  const tread = checkTread(draft)
  const isLegal = !isBelowLegal(draft.depths)
  const knockOut = knockOutFinding(findings) ?? (isLegal ? null : 'tread-below-legal')
  const checks: Record<Block, Check> = {
    size: checkSize(draft, context.facts),
    tire: checkTire(draft, context.facts),
    tread,
    dot: checkDot(draft, context),
    findings: checkFindings(draft, allowedGrade(draft)),
    photos: checkPhotos(draft, context.settings),
    price: checkSale(draft, context),
  }
  const blocks = Object.fromEntries(
    BLOCKS.map((block) => {
      const { problems, warnings = [] } = checks[block]
      return [block, { done: problems.length === 0, problems, warnings }]
    }),
  ) as Record<Block, BlockCheck>
  const isComplete = BLOCKS.every((block) => blocks[block].done)
  return {
    blocks,
    isPublishable: isComplete && knockOut === null,
    knockOut,
    isScrappable: knockOut !== null && (!context.settings.photos || draft.photos.length > 0),
    isHeld: draft.dot?.trim() === UNREADABLE_DOT,
    findings,
    grade: draftGrade(draft),
    report: knockOut ? null : reportTexts(findings, airTestOf(draft)),
  }
}

function airTestOf({ airTest, marking }: IntakeDraft): Parameters<typeof reportTexts>[1] {
  if (airTest !== 'held') return 'later'
  const size = parseMarking(marking ?? '')?.size
  return { psi: airTestPressure(size ? formatTireSize(size) : ''), hours: AIR_TEST_HOURS }
}
