import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localVars } from './local-vars.ts'

test('[audit A17] only the owner can read the secrets of this machine, also in a file that exists already', () => {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-vars-'))
  const file = join(folder, '.dev.vars')
  const modeOf = () => statSync(file).mode & 0o777
  try {
    const vars = localVars(8787, file)
    expect(modeOf()).toBe(0o600)
    chmodSync(file, 0o644)
    expect(localVars(8787, file)).toEqual(vars)
    expect(modeOf()).toBe(0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
