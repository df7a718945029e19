/** Stores where an import stopped, so that the same file with the same mapping can be resumed. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'

const POINT = v.object({
  /** Identifies the file, the mapping and the target. */
  key: v.string(),
  rows: v.number(),
  created: v.number(),
  changed: v.number(),
  refused: v.number(),
  refusedBytes: v.number(),
})
type ResumePoint = v.InferOutput<typeof POINT>

export async function resumeKey(path: string, label: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.update('\0').update(label).digest('hex')
}

/** Returns the point for this key; null when no point exists or it belongs to another import. */
export function readResumePoint(path: string, key: string): ResumePoint | null {
  if (!existsSync(path)) return null
  try {
    const point = v.parse(POINT, JSON.parse(readFileSync(path, 'utf8')))
    return point.key === key ? point : null
  } catch {
    return null
  }
}

export function writeResumePoint(path: string, point: ResumePoint): void {
  writeFileSync(path, JSON.stringify(point))
}

export function deleteResumePoint(path: string): void {
  rmSync(path, { force: true })
}
