import { expect, test } from 'vitest'
import { LANDING_TEXTS } from './landing-texts.ts'
import { LANDINGS } from './landings.ts'

test('[B6] each text in landings/ belongs to a landing that every shop has', () => {
  const paths = LANDINGS.map(({ urlPath }) => urlPath)
  const unmatched = Object.keys(LANDING_TEXTS).filter((path) => !paths.includes(path))
  expect(unmatched.map((path) => `scripts/base/landings/${path}.md: no landing has this path`)).toEqual([])
})
