/** Enters the DOT code: week and year with four keys, the whole code, or that nobody can read it (H14). */
import { useId, useState } from 'react'
import { dotDateProblem, parseDotCode } from '../../../../schema/catalog/sizes/dot-code.ts'
import { tireAge } from '../../../../schema/catalog/sizes/tire-age.ts'
import { UNREADABLE_DOT } from '../../../../schema/staff/intake/intake-draft.ts'
import { classNames } from '../../../platform/ui/class-names.ts'
import type { BlockBody } from './block-body.ts'
import { type Key, KeyPad } from './key-pad.tsx'

const DIGITS = 4

export function DotBlock({
  draft,
  change,
  complete,
  before,
  now,
}: BlockBody & { before: string | null; now: number }) {
  const [isWhole, setIsWhole] = useState((draft.dot?.length ?? 0) > DIGITS && draft.dot !== UNREADABLE_DOT)
  const digits = draft.dot === UNREADABLE_DOT ? '' : (draft.dot ?? '').slice(-DIGITS)
  const type = (digit: string) => {
    const next = digits.length >= DIGITS ? digit : digits + digit
    if (next.length === DIGITS) complete({ dot: next })
    else change({ dot: next })
  }
  const digitKey = (digit: number): Key => ({ label: String(digit), onPress: () => type(String(digit)) })
  const keys: Key[] = [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digitKey),
    { label: 'Can’t be read', isQuiet: true, onPress: () => complete({ dot: UNREADABLE_DOT }) },
    digitKey(0),
    {
      label: '⌫',
      name: 'Delete the last',
      isQuiet: true,
      onPress: () => change({ dot: digits.slice(0, -1) }),
    },
  ]
  return (
    <>
      <div className="intake-dot">
        <p aria-hidden="true">
          {Array.from({ length: DIGITS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the digits have no other name than their position
            <b key={index} className={classNames(index === digits.length && 'next')}>
              {digits[index] ?? (index < 2 ? 'W' : 'Y')}
            </b>
          ))}
        </p>
        <span>{madeText(digits, now) ?? 'Week and year'}</span>
      </div>
      {before ? (
        <button type="button" className="button big wide" onClick={() => complete({ dot: before })}>
          Same: {before.slice(-DIGITS)}
        </button>
      ) : null}
      {isWhole ? null : <KeyPad label="Week and year" columns={3} keys={keys} />}
      <div className="intake-row">
        <DotField dot={draft.dot ?? ''} isWhole={isWhole} onEnter={(dot) => complete({ dot })} />
        <button type="button" className="button" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Four digits' : 'Whole code'}
        </button>
      </div>
    </>
  )
}

/** Returns when the tire was made; `null` for a date that the block refuses, which would contradict its message. */
function madeText(digits: string, now: number): string | null {
  const code = parseDotCode(digits)
  if (typeof code === 'string' || dotDateProblem(code.week, code.year, now)) return null
  return tireAge(digits, now)?.text ?? null
}

function DotField({ dot, isWhole, onEnter }: { dot: string; isWhole: boolean; onEnter(dot: string): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const submit = () => {
    if (typed !== null) onEnter(typed.trim())
    setTyped(null)
  }
  return (
    <div className="intake-type">
      <label htmlFor={id}>{isWhole ? 'Whole DOT code' : 'Type it'}</label>
      <input
        id={id}
        className="input"
        data-first=""
        // The keys of the page are larger than those of a phone's keyboard.
        inputMode={isWhole ? 'text' : 'none'}
        placeholder={isWhole ? 'U2LL LMLR 2419' : '2419'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed ?? (dot === UNREADABLE_DOT ? '' : dot)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (typed === null) onEnter(dot)
          else submit()
        }}
      />
    </div>
  )
}
