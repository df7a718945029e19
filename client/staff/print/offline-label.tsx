/** The label of a tire that waits on this phone (H14g): laid out and printed here, as the server does it. */
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { parseMarking } from '../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { draftGrade } from '../../../schema/staff/intake/check-draft.ts'
import type { IntakeDraft } from '../../../schema/staff/intake/intake-draft.ts'
import { leastDepth } from '../../../schema/staff/intake/tread-check.ts'
import { unitLabelLayout } from '../../../schema/staff/print/label-layout.ts'
import { toUnitLabel } from '../../../schema/staff/print/unit-label.ts'
import { unitLink } from '../../../schema/staff/print/unit-link.ts'
import { LabelPicture } from './label-picture.tsx'
import { qrCode } from './qr-code.ts'

export interface OfflineLabelProps {
  draft: IntakeDraft
  sku: string
  onPrinted(): void
}

/** Opens the print window with the label of 2 × 1 in alone. */
export default function OfflineLabel({ draft, sku, onPrinted }: OfflineLabelProps) {
  useEffect(() => {
    addEventListener('afterprint', onPrinted)
    print()
    return () => removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  const size = parseMarking(draft.marking ?? '')?.size
  const label = toUnitLabel({
    ...{ sku, brand: draft.brand?.trim() ?? null, model: draft.model?.trim() ?? null, setqty: 1 },
    size: size ? formatTireSize(size) : null,
    treadDepth: leastDepth(draft.depths),
    dot: draft.dot?.trim() ?? null,
    grade: draftGrade(draft),
    bin: draft.bin?.trim() || null,
  })
  const layout = unitLabelLayout(label, qrCode(unitLink(location.origin, sku)), '2x1')
  return createPortal(
    <div className="label-sheets offline-label">
      <div className={`label-sheet label-${layout.paper}`}>
        <LabelPicture layout={layout} title={`Label of ${sku}`} />
      </div>
    </div>,
    document.body,
  )
}
