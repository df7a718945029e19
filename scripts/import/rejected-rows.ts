/** Writes the file of refused rows: the line of each, what is wrong, and the row itself. */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'

export interface RefusedFile {
  add(row: { line: number; field: string; reason: string; raw: string }): void
  /** Bytes written so far; a resumed import truncates the file to the bytes of its last stored progress. */
  bytes(): number
  close(): void
}

const HEADER = 'line,field,reason,row\n'
/** The most characters of a refused row: enough to find the row. */
const MAX_RAW = 4000

/** Creates the file, or opens it with `keep` bytes of an earlier run. */
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
