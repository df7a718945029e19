/** Opens the phone's camera for a viewfinder in the page (H14). */
import { type RefObject, useEffect, useState } from 'react'

/** `denied` also stands for a browser or computer without a camera: the page then offers to choose a file. */
export type CameraState = 'starting' | 'on' | 'denied'

/** What a browser with control of the light adds to the standard types. */
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean }
type TorchConstraints = MediaTrackConstraintSet & { torch: boolean }

export interface OpenCamera {
  state: CameraState
  /** Whether the light is on; `null` where the camera has none. */
  torch: boolean | null
  toggleTorch(): void
}

/** More than the large photo needs, so that the picture is reduced and never enlarged. */
const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1440 } },
}

/** Shows the camera in `video` while the component is mounted and the page is visible. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): OpenCamera {
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [torch, setTorch] = useState(false)
  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    const stop = () => {
      for (const one of stream?.getTracks() ?? []) one.stop()
      stream = null
    }
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia(CONSTRAINTS)
        if (isOver) return stop()
        const element = video.current
        if (element) {
          element.srcObject = stream
          await element.play()
        }
        setTrack(stream.getVideoTracks()[0] ?? null)
        setState('on')
      } catch {
        if (!isOver) setState('denied')
      }
    }
    // A phone gives the camera to another app while the page is hidden; the old stream then stays black.
    const onVisibility = () => {
      if (document.visibilityState === 'visible' && !stream) void start()
      if (document.visibilityState === 'hidden') stop()
    }
    void start()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisibility)
      stop()
    }
  }, [video])
  const hasTorch = (track?.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true
  return {
    state,
    torch: hasTorch ? torch : null,
    toggleTorch: () => {
      const constraints: TorchConstraints = { torch: !torch }
      track?.applyConstraints({ advanced: [constraints] }).then(
        () => setTorch(!torch),
        () => {},
      )
    },
  }
}
