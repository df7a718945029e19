/** Takes the photos of a tire one after the other (H14); their upload begins at the shutter. */
import { useState } from 'react'
import { PHOTO_SLOTS, type PhotoSlot } from '../../../../schema/staff/intake/intake-draft.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { classNames } from '../../../platform/ui/class-names.ts'
import {
  PICTURE_PROBLEM_MESSAGES,
  type PictureProblem,
  type PictureSource,
} from '../photos/resize-messages.ts'
import { SLOT_LABELS, Viewfinder } from '../photos/viewfinder.tsx'
import { nextSlot } from '../state/intake-form.ts'
import type { BlockBody } from './block-body.ts'

/** A photo of the draft as the page shows it. */
export interface ShownPhoto {
  url: string | null
  /** How much of it the server has, 0 to 1. */
  progress: number
  isRefused: boolean
}

export interface PhotosProps extends BlockBody {
  shown: Readonly<Partial<Record<PhotoSlot, ShownPhoto>>>
  isOpen: boolean
  /** Resizes and stores a photo; returns what is wrong with it. */
  takePhoto(slot: PhotoSlot, source: PictureSource): Promise<PictureProblem | null>
}

export function PhotosBlock({ draft, complete, shown, isOpen, takePhoto }: PhotosProps) {
  const [chosen, setChosen] = useState<PhotoSlot | null>(null)
  const [running, setRunning] = useState<readonly PhotoSlot[]>([])
  const [problem, setProblem] = useState<PictureProblem | null>(null)
  const taken = [...draft.photos, ...running.map((slot) => ({ slot }))]
  const slot = chosen ?? nextSlot(taken)
  const shoot = async (of: PhotoSlot, source: PictureSource) => {
    setChosen(null)
    setProblem(null)
    setRunning((slots) => [...slots, of])
    setProblem(await takePhoto(of, source))
    setRunning((slots) => slots.filter((one) => one !== of))
  }
  return (
    <>
      {isOpen && slot ? <Viewfinder slot={slot} onShot={shoot} /> : null}
      {problem ? (
        <p className="note note-error" role="alert">
          {PICTURE_PROBLEM_MESSAGES[problem]}
        </p>
      ) : null}
      <ol className="intake-slots">
        {PHOTO_SLOTS.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={classNames(one === slot && 'next')}
              aria-label={slotName(one, taken, shown[one])}
              onClick={() => setChosen(one)}
            >
              {shown[one]?.url ? <img src={shown[one].url} alt="" /> : null}
              <UploadDot photo={shown[one]} isRunning={running.includes(one)} />
            </button>
            <span aria-hidden="true">{SLOT_LABELS[one]}</span>
          </li>
        ))}
      </ol>
      {taken.length > 0 && slot ? (
        <Button size="big" wide onClick={() => complete({})}>
          That’s all
        </Button>
      ) : null}
    </>
  )
}

function slotName(
  slot: PhotoSlot,
  taken: readonly { slot: PhotoSlot }[],
  photo: ShownPhoto | undefined,
): string {
  if (!taken.some((one) => one.slot === slot)) return `${SLOT_LABELS[slot]}: not taken`
  if (photo?.isRefused) return `${SLOT_LABELS[slot]}: take it again`
  return `${SLOT_LABELS[slot]}: ${photo?.progress === 1 ? 'sent' : 'taken'}, take it again`
}

/** A dot that fills while the photo is sent. */
function UploadDot({ photo, isRunning }: { photo: ShownPhoto | undefined; isRunning: boolean }) {
  if (!photo && !isRunning) return null
  const circle = 2 * Math.PI * 7
  return (
    <svg
      className={classNames('intake-dot-mark', photo?.isRefused && 'low')}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="9" />
      {photo?.progress === 1 ? (
        <circle cx="10" cy="10" r="6" className="full" />
      ) : (
        <circle
          cx="10"
          cy="10"
          r="7"
          className="part"
          strokeDasharray={`${circle * (photo?.progress ?? 0)} ${circle}`}
        />
      )}
    </svg>
  )
}
