import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GROUPS } from './groups.ts'

test('[H10] each module that mutation tests break exists', () => {
  const missing = Object.values(GROUPS)
    .flat()
    .filter((name) => !existsSync(`schema/${name}.ts`))
  expect(missing).toEqual([])
})
