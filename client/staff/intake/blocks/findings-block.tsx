/** What the inspector found, as codes (H14): grade and words follow from them. */
import {
  FINDING_CODES,
  type FindingCode,
  findingRules,
  type Grade,
  MAX_PUNCTURE_MM,
} from '../../../../schema/staff/intake/findings.ts'
import { UNIT_GRADES } from '../../../../schema/staff/intake/intake-draft.ts'
import { Button } from '../../../platform/ui/button.tsx'
import type { BlockBody } from './block-body.ts'
import { type Key, KeyPad } from './key-pad.tsx'

const SOLD = FINDING_CODES.filter((code) => findingRules(code).grade !== null)
const KNOCK_OUTS = FINDING_CODES.filter((code) => findingRules(code).grade === null)

/** Sizes of plug-patches in millimeters; the last one is too large to be repaired. */
const SIZES = [3, 4, 5, 6, 7] as const

export function FindingsBlock({ draft, change, complete, allowed }: BlockBody & { allowed: Grade | null }) {
  const { findings } = draft
  const has = (code: FindingCode) => findings.some((finding) => finding.code === code)
  const toggle = (code: FindingCode) => {
    const others = findings.filter((finding) => finding.code !== code)
    change({ findings: has(code) ? others : [...findings, { code }], noFindings: false })
  }
  const toKey = (code: FindingCode): Key => ({
    label: findingRules(code).label,
    isPressed: has(code),
    onPress: () => toggle(code),
  })
  const sized = findings.find(({ code }) => findingRules(code).hasSize)
  const setSize = (mm: number) =>
    change({ findings: findings.map((finding) => (finding === sized ? { ...finding, mm } : finding)) })
  return (
    <>
      <Button
        size="big"
        wide
        data-first=""
        aria-pressed={draft.noFindings}
        onClick={() => complete({ findings: [], noFindings: true })}
      >
        Nothing wrong
      </Button>
      <KeyPad label="What you found" columns={2} keys={SOLD.map(toKey)} />
      {sized ? (
        <>
          <p className="intake-sub">Size of the plug-patch, mm</p>
          <KeyPad
            label="Size of the plug-patch"
            columns={6}
            keys={SIZES.map((mm) => ({
              label: mm > MAX_PUNCTURE_MM ? `${mm}+` : String(mm),
              name: `${mm} millimeters`,
              isPressed: sized.mm === mm,
              onPress: () => setSize(mm),
            }))}
          />
        </>
      ) : null}
      <div className="intake-knock-outs">
        <p className="intake-sub">Must not be sold</p>
        <KeyPad label="Must not be sold" columns={2} keys={KNOCK_OUTS.map(toKey)} />
      </div>
      <div className="intake-pair">
        <div>
          <p className="intake-sub">Air test</p>
          <KeyPad
            label="Air test"
            columns={2}
            keys={(['later', 'held'] as const).map((airTest) => ({
              label: airTest === 'held' ? 'Held air' : 'Later',
              isPressed: draft.airTest === airTest,
              onPress: () => change({ airTest }),
            }))}
          />
        </div>
        {allowed ? <GradeKeys allowed={allowed} draft={draft} change={change} complete={complete} /> : null}
      </div>
      {findings.length > 0 ? (
        <Button size="big" wide onClick={() => complete({})}>
          Next
        </Button>
      ) : null}
    </>
  )
}

/** The grade that follows, and the lower ones: a person may lower it. */
function GradeKeys({ draft, change, allowed }: BlockBody & { allowed: Grade }) {
  const grades = UNIT_GRADES.slice(UNIT_GRADES.indexOf(allowed))
  return (
    <div>
      <p className="intake-sub">Grade</p>
      <KeyPad
        label="Grade"
        columns={3}
        keys={grades.map((grade) => ({
          label: grade,
          name: `Grade ${grade}`,
          isPressed: (draft.grade ?? allowed) === grade,
          onPress: () => change({ grade: grade === allowed ? null : grade }),
        }))}
      />
    </div>
  )
}
