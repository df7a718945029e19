/** The file of refused rows: where each stood, what was wrong, and the row itself. */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'

export interface RefusedFile {
  add(row: { line: number; field: string; reason: string; raw: string }): void
  /** Bytes written so far; an import that goes on later cuts the file back to what it was sure of. */
  bytes(): number
  close(): void
}

const HEADER = 'line,field,reason,row\n'
/** Of a refused row this much is enough to find it. */
const MAX_RAW = 4000

/** Opens the file new, or with `keep` bytes of an earlier run. */
export function openRefused(path: string, keep: number | null): RefusedFile {
  const file = openSync(path, keep === null ? 'w' : 'r+')
  let size = keep ?? 0
  if (keep !== null) ftruncateSync(file, keep)
  const write = (text: string) => {
    size += writeSync(file, text, size)
  }
  if (size === 0) write(HEADER)
  return {
    add({ line, field, reason, raw }) {
      write(`${line},${quoted(field)},${quoted(reason)},${quoted(raw.slice(0, MAX_RAW))}\n`)
    },
    bytes: () => size,
    close: () => closeSync(file),
  }
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
