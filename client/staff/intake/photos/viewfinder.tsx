/** The camera in the page: a ghost frame says what to photograph, one button takes the picture (H14). */
import { useEffect, useRef } from 'react'
import type { PhotoSlot } from '../../../../schema/staff/intake/intake-draft.ts'
import { GhostFrame } from './ghost-frame.tsx'
import type { PictureSource } from './resize-messages.ts'
import { useCamera } from './use-camera.ts'

export const SLOT_LABELS: Readonly<Record<PhotoSlot, string>> = {
  tread: 'Tread',
  sidewall: 'Sidewall',
  dot: 'DOT code',
  worst: 'Worst spot',
}

/** The key of a desk that takes the picture, as on many USB cameras. */
const SHUTTER_KEY = 'F2'

export function Viewfinder({
  slot,
  onShot,
}: {
  slot: PhotoSlot
  onShot(slot: PhotoSlot, source: PictureSource): void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, torch, toggleTorch } = useCamera(video)
  const shoot = async () => {
    const element = video.current
    if (!element || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    onShot(slot, await createImageBitmap(element))
  }
  const shootNow = useRef(shoot)
  shootNow.current = shoot
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== SHUTTER_KEY || event.repeat) return
      event.preventDefault()
      void shootNow.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="intake-camera">
      {state === 'denied' ? (
        <p className="intake-no-camera">
          No camera here. Allow it in the browser’s settings, or choose photos below.
        </p>
      ) : (
        <div className="intake-viewfinder">
          <video ref={video} muted playsInline aria-label={`Camera, ${SLOT_LABELS[slot]}`} />
          <GhostFrame slot={slot} />
          <p>{SLOT_LABELS[slot]}</p>
        </div>
      )}
      <div className="intake-shutter-row">
        <FileButton slot={slot} onShot={onShot} />
        {state === 'denied' ? null : (
          <button
            type="button"
            className="intake-shutter"
            data-first=""
            disabled={state !== 'on'}
            aria-label={`Take the photo: ${SLOT_LABELS[slot]}`}
            onClick={() => void shoot()}
          />
        )}
        {torch === null ? null : (
          <button type="button" className="button" aria-pressed={torch} onClick={toggleTorch}>
            Light
          </button>
        )}
      </div>
    </div>
  )
}

/** Opens the phone's own camera, or its files. */
function FileButton({
  slot,
  onShot,
}: {
  slot: PhotoSlot
  onShot(slot: PhotoSlot, source: PictureSource): void
}) {
  return (
    <label className="button intake-file">
      File
      <input
        type="file"
        className="visually-hidden"
        accept="image/*"
        capture="environment"
        aria-label={`Photo from a file: ${SLOT_LABELS[slot]}`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Without this, the same file cannot be chosen again.
          event.target.value = ''
          if (file) onShot(slot, file)
        }}
      />
    </label>
  )
}
