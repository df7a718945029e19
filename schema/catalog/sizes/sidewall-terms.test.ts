import { expect, test } from 'vitest'
import { explainSidewall } from './sidewall-terms.ts'

test('[H13g] the grades of UTQG are explained one by one', () => {
  expect(explainSidewall('utqg', '500 A B')).toBe(
    'Treadwear 500: lasted 5 times as long as the government’s test tire. Traction A: the second best of four grades for stopping on wet pavement. Temperature B: the middle grade against heat at high speed.',
  )
  expect(explainSidewall('utqg', 'soft')).toBe('Grades of the US government for wear, wet traction and heat.')
})

test('[H13g] marks of carmakers name the carmaker, and unknown ones are explained in general', () => {
  expect(explainSidewall('oe_mark', '*')).toMatch(/^Made to the specification of BMW and MINI\./)
  expect(explainSidewall('oe_mark', 'MO')).toMatch(/Mercedes-Benz/)
  expect(explainSidewall('oe_mark', 'ZZ9')).toMatch(/^Made to the specification of one carmaker\./)
})

test('[H13g] load ranges of cars, light trucks and trucks have a sentence each', () => {
  expect(explainSidewall('load_range', 'XL')).toContain('Extra load')
  expect(explainSidewall('load_range', 'E')).toContain('10 plies')
  expect(explainSidewall('load_range', 'H')).toContain('A later letter carries more')
})

test('[H13g] the snowflake has another explanation than mud and snow', () => {
  expect(explainSidewall('snow_marks', 'M+S, 3PMSF')).toContain('passed a test')
  expect(explainSidewall('snow_marks', 'M+S')).toContain('It’s not a test')
})
