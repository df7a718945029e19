/** The photos of the current tire as small pictures, with what is sent of them (H14). */
import { useEffect, useState } from 'react'
import type { PhotoSlot } from '../../../schema/staff/intake/intake-draft.ts'
import type { ShownPhoto } from './blocks/photos-block.tsx'
import { photoProgress } from './queue/send-rules.ts'
import type { IntakePage } from './use-intake-page.ts'

export function useShownPhotos({ record, opened }: Pick<IntakePage, 'record' | 'opened'>) {
  const [urls, setUrls] = useState<Readonly<Record<string, string>>>({})
  const photos = record?.job.photos ?? []
  const ids = photos.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (!opened || ids === '') return
    let isOver = false
    const made: string[] = []
    const show = async (id: string) => {
      const blob = await opened.store.readPicture(id, 480)
      if (!blob || isOver) return
      const url = URL.createObjectURL(blob)
      made.push(url)
      setUrls((before) => ({ ...before, [id]: url }))
    }
    for (const id of ids.split(' ')) void show(id)
    return () => {
      isOver = true
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [opened, ids])
  return Object.fromEntries(
    photos.map((photo) => [
      photo.slot,
      { url: urls[photo.id] ?? null, progress: photoProgress(photo), isRefused: photo.isRefused === true },
    ]),
  ) as Partial<Record<PhotoSlot, ShownPhoto>>
}
