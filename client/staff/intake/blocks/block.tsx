/** One block of the intake page (H14): closed it shows what it holds in one line, a tap opens it again. */
import { type ReactNode, useEffect, useRef } from 'react'
import type { Problem } from '../../../../schema/staff/intake/intake-draft.ts'
import { classNames } from '../../../platform/ui/class-names.ts'

export interface BlockProps {
  name: string
  label: string
  summary: { main: string; more: string }
  isOpen: boolean
  isDone: boolean
  /** Named while the block is open, and in its line when it is closed. */
  problems: readonly Problem[]
  warnings: readonly Problem[]
  onToggle(): void
  onConfirm(code: string): void
  children: ReactNode
}

/** The element of a block that a keyboard begins with. */
const FIRST = '[data-first]'

/** Moves the focus into a block: at a desk to its first field, on a phone to its heading, so that no keyboard opens. */
function focusBlock(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'start', behavior: 'instant' })
  const isDesk = matchMedia('(pointer: fine)').matches
  const target = section?.querySelector<HTMLElement>(isDesk ? FIRST : 'h2 button')
  target?.focus({ preventScroll: true })
}

export function BlockPanel(props: BlockProps) {
  const { name, label, summary, isOpen, isDone, problems, warnings, onToggle, onConfirm, children } = props
  const section = useRef<HTMLElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !wasOpen.current) focusBlock(section.current)
    wasOpen.current = isOpen
  }, [isOpen])
  const codes = problems.map(({ code }) => code).join(' ')
  const notes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Below the keys of a small phone, the bar of pages covers it.
    if (isOpen && codes !== '') notes.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isOpen, codes])
  const first = problems[0] ?? warnings[0]
  return (
    <section
      ref={section}
      className={classNames(
        'intake-block',
        isOpen && 'open',
        isDone && 'done',
        problems.length > 0 && 'wrong',
      )}
    >
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={`block-${name}`} onClick={onToggle}>
          <span className="intake-label">{label}</span>
          {isOpen ? null : (
            <span className="intake-line">
              <b>{summary.main}</b> {summary.more ? <span>{summary.more}</span> : null}
            </span>
          )}
          <StateMark isDone={isDone} hasWarning={warnings.length > 0} isWrong={problems.length > 0} />
        </button>
      </h2>
      <div id={`block-${name}`} className="intake-panel" hidden={!isOpen}>
        {children}
        <div ref={notes} className="intake-problems" role="status">
          {[...problems, ...warnings].map(({ code, message, ask }) => (
            <div
              key={code}
              className={problems.some((one) => one.code === code) ? 'note note-error' : 'note'}
            >
              <p>{message}</p>
              {ask ? (
                <button type="button" className="button" onClick={() => onConfirm(code)}>
                  Yes, it’s right
                </button>
              ) : null}
            </div>
          ))}
        </div>
      </div>
      {!isOpen && first && (problems.length > 0 || isDone) ? (
        <p className="intake-closed-problem">{first.message}</p>
      ) : null}
    </section>
  )
}

/** A filled square for a finished block, an outlined one for an open one; the words are for screen readers. */
function StateMark({
  isDone,
  hasWarning,
  isWrong,
}: {
  isDone: boolean
  hasWarning: boolean
  isWrong: boolean
}) {
  const label = isWrong ? 'Check this' : isDone ? 'Done' : 'Not done'
  return (
    <svg className="intake-mark" viewBox="0 0 20 20" role="img" aria-label={label}>
      <rect x="1.5" y="1.5" width="17" height="17" rx="1.5" />
      {isWrong || (isDone && hasWarning) ? (
        <path d="M10 5v6.5M10 14v1.5" />
      ) : isDone ? (
        <path d="m5 10.5 3.5 3.5L15 6.5" />
      ) : null}
    </svg>
  )
}
