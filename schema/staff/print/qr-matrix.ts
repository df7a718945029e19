/** A QR code as its modules; worker/staff/print makes it, layouts place it. */
export interface QrMatrix {
  /** Modules on a side, without the quiet zone. */
  size: number
  isDark(x: number, y: number): boolean
}

/** White modules that a QR code needs around it. */
export const QUIET_ZONE = 4

/** A row of dark modules that touch each other; drawing rows instead of squares leaves no white lines between them. */
export interface DarkRun {
  x: number
  y: number
  length: number
}

/** Returns the dark modules as runs, from top to bottom. */
export function darkRuns({ size, isDark }: QrMatrix): DarkRun[] {
  const runs: DarkRun[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      let length = 1
      while (x + length < size && isDark(x + length, y)) length++
      runs.push({ x, y, length })
      x += length
    }
  }
  return runs
}
