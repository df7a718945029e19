/** The photos of the current tire as small pictures, with what is sent of them (H14). */
import { useEffect, useRef, useState } from 'react'
import type { PhotoSlot } from '../../../schema/staff/intake/intake-draft.ts'
import type { ShownPhoto } from './blocks/photos-block.tsx'
import { photoProgress } from './queue/send-rules.ts'
import type { IntakePage } from './use-intake-page.ts'

export function useShownPhotos({ record, opened }: Pick<IntakePage, 'record' | 'opened'>) {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map())
  const made = useRef(new Map<string, string>())
  const photos = record?.job.photos ?? []
  const ids = photos.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (!opened) return
    let isOver = false
    const wanted = new Set(ids.split(' ').filter(Boolean))
    // A picture that is still shown has its address for as long: the browser may load it again.
    for (const [id, url] of made.current)
      if (!wanted.has(id)) {
        URL.revokeObjectURL(url)
        made.current.delete(id)
      }
    const show = async (id: string) => {
      const blob = await opened.store.readPicture(id, 480)
      if (!blob || isOver) return
      made.current.set(id, URL.createObjectURL(blob))
      setUrls(new Map(made.current))
    }
    for (const id of wanted) if (!made.current.has(id)) void show(id)
    return () => {
      isOver = true
    }
  }, [opened, ids])
  return Object.fromEntries(
    photos.map((photo) => [
      photo.slot,
      {
        url: urls.get(photo.id) ?? null,
        progress: photoProgress(photo),
        isRefused: photo.isRefused === true,
      },
    ]),
  ) as Partial<Record<PhotoSlot, ShownPhoto>>
}
