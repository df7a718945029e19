/** Where an import stopped, so that the same file with the same mapping can go on from there. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'

const POINT = v.object({
  /** Of the file, the mapping and the target. */
  key: v.string(),
  rows: v.number(),
  created: v.number(),
  changed: v.number(),
  refused: v.number(),
  refusedBytes: v.number(),
})
type ResumePoint = v.InferOutput<typeof POINT>

export async function keyOf(path: string, ...also: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  for (const text of also) hash.update('\0').update(text)
  return hash.digest('hex')
}

/** The point for this key; null when there is none or it belongs to another file. */
export function readPoint(path: string, key: string): ResumePoint | null {
  if (!existsSync(path)) return null
  try {
    const point = v.parse(POINT, JSON.parse(readFileSync(path, 'utf8')))
    return point.key === key ? point : null
  } catch {
    return null
  }
}

export function writePoint(path: string, point: ResumePoint): void {
  writeFileSync(path, JSON.stringify(point))
}

export function dropPoint(path: string): void {
  rmSync(path, { force: true })
}
