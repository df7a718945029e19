import { expect, test } from 'vitest'
import { finderHref } from './size-paths.ts'

test('[B1] [B2] a final size leads to its landing, any other to the listing of sizes with size filters', () => {
  expect(finderHref({ width: 225, aspect: 45, rim: 17 })).toBe('/t/s/225-45r17')
  expect(finderHref({ width: 245, aspect: 75, rim: 16 }, 'lt245-75r16')).toBe('/t/s/lt245-75r16')
  expect(finderHref({ width: 31, aspect: 10.5, rim: 15 })).toBe('/t/s?width=31&aspect=10.5&rim=15')
  expect(finderHref({ width: 295, aspect: 75, rim: 22.5 })).toBe('/t/s?width=295&aspect=75&rim=22.5')
})
