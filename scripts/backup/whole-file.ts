/** Files that are whole under their name, or absent. */
import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file under another name first, so that an interruption leaves no half of it. */
export function writeWholeFile(path: string, content: string | Uint8Array, mode = 0o666): void {
  const part = `${path}.part`
  writeFileSync(part, content, { mode })
  renameSync(part, path)
}
