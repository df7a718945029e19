import { expect, test } from 'vitest'
import { finderHref } from './paths.ts'

test('[B1] [B2] a final size leads to its landing, any other to the listing of sizes with size filters', () => {
  expect(finderHref({ width: 225, aspect: 45, rim: 17 })).toBe('/t/s/225-45r17')
  expect(finderHref({ width: 295, aspect: 75, rim: 22.5 })).toBe('/t/s?width=295&aspect=75&rim=22.5')
})
