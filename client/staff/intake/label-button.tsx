/** Prints the label of a tire that waits on this phone (H14g): the shop doesn’t know the tire yet, so its page can’t. */
import { type ComponentProps, lazy, Suspense, useCallback, useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import type { OfflineLabelProps } from '../print/offline-label.tsx'

/** Loads the printing while there is reception; the service worker stores it. */
export const loadOfflineLabel = () => import('../print/offline-label.tsx')
const OfflineLabel = lazy(loadOfflineLabel)

export function LabelButton({
  draft,
  sku,
  ...button
}: Omit<OfflineLabelProps, 'onPrinted'> & Pick<ComponentProps<typeof Button>, 'size' | 'wide'>) {
  const [isPrinting, setPrinting] = useState(false)
  const end = useCallback(() => setPrinting(false), [])
  return (
    <>
      <Button {...button} onClick={() => setPrinting(true)}>
        Print label
      </Button>
      {isPrinting ? (
        <Suspense>
          <OfflineLabel {...{ draft, sku }} onPrinted={end} />
        </Suspense>
      ) : null}
    </>
  )
}
