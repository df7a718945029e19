/** Loads the intake page (H14). The server renders its outline: what a phone has stored is only known in the browser. */
import { type ComponentType, useEffect, useState } from 'react'
import { BLOCKS } from '../../../schema/staff/intake/intake-draft.ts'
import type { IntakeAppProps } from './intake-app.tsx'
import { BLOCK_LABELS } from './state/block-summary.ts'

/** The Worker has no camera and no photos, so its bundle leaves the page out. */
const loadApp = import.meta.env.SSR ? null : () => import('./intake-app.tsx')

export default function IntakeIsland(props: IntakeAppProps) {
  const [App, setApp] = useState<ComponentType<IntakeAppProps> | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  useEffect(() => {
    loadApp?.().then(
      ({ IntakeApp }) => setApp(() => IntakeApp),
      () => setIsFailed(true),
    )
  }, [])
  if (App) return <App {...props} />
  return (
    <div className="intake" aria-busy={!isFailed}>
      <div className="intake-main">
        {isFailed ? (
          <p className="note note-error" role="alert">
            The page couldn’t load. What you entered is on this phone: find reception and reload.
          </p>
        ) : null}
        {BLOCKS.map((block) => (
          <p key={block} className="intake-outline">
            {BLOCK_LABELS[block]}
          </p>
        ))}
      </div>
    </div>
  )
}
