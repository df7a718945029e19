/** A text file line by line, whatever is in it: huge files, huge lines, bytes that are no UTF-8. */
import { createReadStream } from 'node:fs'

export interface Line {
  /** Counted from 1. */
  number: number
  /** Without its end. Bytes that are no UTF-8 have become U+FFFD. */
  text: string
  /** The line is longer than a row can be; `text` is only its beginning. */
  tooLong: boolean
  /** Bytes read from the file so far, for progress. */
  bytes: number
}

/** No row of a catalogue is longer; what is longer is a file of another kind or a quote never closed. */
export const LONGEST_LINE = 1_000_000

export async function* readLines(path: string): AsyncGenerator<Line> {
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })
  let rest = ''
  let number = 0
  let tooLong = false
  const line = (text: string): Line => {
    number += 1
    const clean = number === 1 ? text.replace(/^\uFEFF/, '') : text
    const read = { number, text: clean.replace(/\r$/, ''), tooLong, bytes: stream.bytesRead }
    tooLong = false
    return read
  }
  for await (const chunk of stream) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield line(part)
    if (rest.length > LONGEST_LINE) {
      rest = rest.slice(0, 1000)
      tooLong = true
    }
  }
  if (rest !== '') yield line(rest)
}
