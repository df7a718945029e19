import { type KeyboardEvent, useRef } from 'react'
import type { FinderMode } from './finder.store.ts'

const MODES = [
  ['size', 'By size'],
  ['car', 'By car'],
] as const satisfies readonly (readonly [FinderMode, string])[]

export const tabId = (mode: FinderMode) => `finder-tab-${mode}`
export const panelId = (mode: FinderMode) => `finder-by-${mode}`

/** Renders two tabs; arrow keys, Home and End move between them and show the panel. */
export function FinderTabs({ mode, onMode }: { mode: FinderMode; onMode: (mode: FinderMode) => void }) {
  const list = useRef<HTMLDivElement>(null)
  function onKey(event: KeyboardEvent): void {
    const other = mode === 'size' ? 'car' : 'size'
    const to: Record<string, FinderMode> = { ArrowRight: other, ArrowLeft: other, Home: 'size', End: 'car' }
    const next = to[event.key]
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onMode(next)
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
  }
  return (
    <div ref={list} className="finder-tabs" role="tablist" aria-label="How to find tires" onKeyDown={onKey}>
      {MODES.map(([kind, label]) => (
        <button
          key={kind}
          type="button"
          role="tab"
          id={tabId(kind)}
          aria-controls={panelId(kind)}
          aria-selected={mode === kind}
          tabIndex={mode === kind ? 0 : -1}
          onClick={() => onMode(kind)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
