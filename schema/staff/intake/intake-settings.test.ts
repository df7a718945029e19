import { expect, test } from 'vitest'
import { INTAKE_SETTINGS, parseIntakeSettings } from './intake-settings.ts'

test('[H14d] a setting that a shop leaves out has its default', () => {
  expect(parseIntakeSettings(undefined)).toEqual(INTAKE_SETTINGS)
  expect(parseIntakeSettings('{"photos":false,"maxAge":8}')).toEqual({
    ...INTAKE_SETTINGS,
    photos: false,
    maxAge: 8,
  })
})

test.each(['', '{', '[]', 'null', '{"maxAge":"old"}', '{"leastPrice":-1}'])(
  '[H14d] the broken setting %s counts as none',
  (text) => {
    expect(parseIntakeSettings(text)).toEqual(INTAKE_SETTINGS)
  },
)
