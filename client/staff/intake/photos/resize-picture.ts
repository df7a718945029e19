/** Resizes photos in a worker, so that taps and typing never wait for a picture (H14). */
import { trustedScriptUrl } from '../../../platform/trusted-types.ts'
import workerUrl from './resize.worker.ts?worker&url'
import type {
  PictureProblem,
  PictureSource,
  ResizedPicture,
  ResizeReply,
  ResizeRequest,
} from './resize-messages.ts'

export type ResizeResult = { ok: true; picture: ResizedPicture } | { ok: false; problem: PictureProblem }

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, (result: ResizeResult) => void>()

/** Ends a worker that the browser has stopped, for lack of memory for example; the next photo starts another. */
function fail(): void {
  worker?.terminate()
  worker = null
  for (const resolve of waiting.values()) resolve({ ok: false, problem: 'not-a-picture' })
  waiting.clear()
}

function startWorker(): Worker {
  const started = new Worker(trustedScriptUrl(workerUrl), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<ResizeReply>) => {
    const result: ResizeResult =
      'picture' in data ? { ok: true, picture: data.picture } : { ok: false, problem: data.problem }
    waiting.get(data.id)?.(result)
    waiting.delete(data.id)
  })
  started.addEventListener('error', fail)
  return started
}

/** Loads the worker before the first photo, so that it is there without reception too. */
export function prepareResizing(): void {
  worker ??= startWorker()
}

/** Makes the two JPEG files of a photo, 1600 and 480 px wide, and its difference hash. Never throws. */
export function resizePicture(source: PictureSource): Promise<ResizeResult> {
  worker ??= startWorker()
  const request: ResizeRequest = { id: ++lastId, source }
  return new Promise((resolve) => {
    waiting.set(request.id, resolve)
    worker?.postMessage(request, source instanceof ImageBitmap ? [source] : [])
  })
}
