/** Measures the grooves, outer to inner, with keys or a gauge that types (H14). Depths in 32nds of an inch. */
import { useId, useState } from 'react'
import { MAX_GROOVES } from '../../../../schema/staff/intake/intake-draft.ts'
import { classNames } from '../../../platform/ui/class-names.ts'
import { formatDepths, grooveName, parseDepths } from '../state/depths.ts'
import type { BlockBody } from './block-body.ts'
import { type Key, KeyPad } from './key-pad.tsx'

/** Grooves of most tires: the block closes itself after these. */
const GROOVES = 4
const DEEPEST_KEY = 15

export function TreadBlock({ draft, change, complete }: BlockBody) {
  const { depths } = draft
  const [addsHalf, setAddsHalf] = useState(false)
  const count = Math.max(GROOVES, depths.length)
  const set = (next: readonly number[]) => {
    setAddsHalf(false)
    if (next.length >= GROOVES) complete({ depths: [...next] })
    else change({ depths: [...next] })
  }
  const all = (depth: number) => set(Array.from({ length: GROOVES }, () => depth))
  const keys: Key[] = Array.from({ length: DEEPEST_KEY }, (_, index) => {
    const depth = index + 1 + (addsHalf ? 0.5 : 0)
    return {
      label: String(depth),
      name: `${depth} thirty-seconds`,
      onPress: () => set(depths.length >= GROOVES ? [depth] : [...depths, depth]),
      onHold: () => all(depth),
    }
  })
  const [first] = depths
  keys.push(
    { label: '.5', name: '.5 more', isPressed: addsHalf, onPress: () => setAddsHalf(!addsHalf) },
    { label: 'All', name: 'All the same', isQuiet: true, onPress: () => first !== undefined && all(first) },
    { label: '⌫', name: 'Delete the last', isQuiet: true, onPress: () => set(depths.slice(0, -1)) },
  )
  return (
    <>
      <ol className="intake-grooves">
        {Array.from({ length: count }, (_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: grooves have no other name than their position
            key={index}
            className={classNames(index === depths.length && 'next', isLow(depths[index]) && 'low')}
          >
            <b>{depths[index] ?? '–'}</b>
            <span>{grooveName(index, count)}</span>
          </li>
        ))}
      </ol>
      <KeyPad label="Depth" columns={6} keys={keys} />
      <div className="intake-row">
        <DepthField depths={depths} onEnter={(next) => complete({ depths: next })} />
        {depths.length > 0 && depths.length < GROOVES ? (
          <button type="button" className="button" onClick={() => complete({ depths: [...depths] })}>
            Only {depths.length} {depths.length === 1 ? 'groove' : 'grooves'}
          </button>
        ) : null}
      </div>
    </>
  )
}

const LOW_DEPTH = 4

function isLow(depth: number | undefined): boolean {
  return depth !== undefined && depth < LOW_DEPTH
}

/** The text box: no keyboard of the phone opens for it, but a real keyboard or a gauge types into it. */
function DepthField({ depths, onEnter }: { depths: readonly number[]; onEnter(depths: number[]): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const parsed = typed === null ? [...depths] : parseDepths(typed)
  const submit = () => {
    if (!parsed) return
    setTyped(null)
    onEnter(parsed)
  }
  const isWrong = parsed === null || parsed.length > MAX_GROOVES
  return (
    <div className="intake-type">
      <label htmlFor={id}>Type them with spaces</label>
      <input
        id={id}
        className="input"
        data-first=""
        inputMode="none"
        placeholder="7 7.5 7 6"
        autoComplete="off"
        value={typed ?? formatDepths(depths)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== null && submit()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
      />
      {isWrong ? (
        <p className="field-error" id={`${id}-wrong`} role="alert">
          Numbers from 0 to 40 with spaces between, for up to {MAX_GROOVES} grooves.
        </p>
      ) : null}
    </div>
  )
}
