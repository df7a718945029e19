import { expect, test } from 'vitest'
import { ATTRIBUTES } from './attributes.ts'

test('[C1] no two attributes have the same id or code', () => {
  const keys = ATTRIBUTES.flatMap(([id, code, label]) => [
    { key: `id ${id}`, label },
    { key: `code ${code}`, label },
  ])
  const taken = keys.filter(({ key }, index) => keys.findIndex((other) => other.key === key) < index)
  expect(taken.map(({ key, label }) => `${label}: another attribute has ${key}`)).toEqual([])
})
