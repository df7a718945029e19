import { expect, test } from 'vitest'
import { suggestNames } from './search-suggest.ts'
import type { Vocabulary } from './search-term.ts'

const option = (label: string) => ({ label, slug: label.toLowerCase().replace(/[ /]/g, '-') })
const size = (label: string, rim: number, count: number) => ({ ...option(label), rim, count })
const model = (brand: string, label: string) => ({ ...option(label), brand })
const SHOP: Vocabulary = {
  sizes: [
    size('205/55R16', 16, 50),
    size('225/40R18', 18, 30),
    size('225/45R17', 17, 70),
    size('225/50R17', 17, 20),
    size('225/45ZR17', 17, 2),
  ],
  brands: ['Halden', 'Hallmark', 'Hall', 'Norwind'].map(option),
  models: [model('halden', 'Velo Sport'), model('halden', 'Velo All Season'), model('norwind', 'Velocity')],
}
const suggested = (term: string) => suggestNames(term, SHOP).map(({ kind, label }) => `${kind} ${label}`)

test.each([
  ['225', ['size 225/45R17', 'size 225/40R18', 'size 225/50R17']],
  ['225/4', ['size 225/45R17', 'size 225/40R18', 'size 225/45ZR17']],
  ['22545', ['size 225/45R17', 'size 225/45ZR17']],
  ['225/45r17', ['size 225/45R17']],
  ['used 225 5', ['size 225/50R17']],
  ['hal', ['brand Halden', 'brand Hallmark']],
  ['norwind', ['brand Norwind', 'model Velocity']],
  ['vel', ['model Velo Sport', 'model Velo All Season']],
  ['halden vel', ['model Velo Sport', 'model Velo All Season']],
  ['hald velo sp', ['model Velo Sport']],
  ['velo sport', ['model Velo Sport']],
  [
    'halden 225/4',
    [
      'size 225/45R17',
      'size 225/40R18',
      'size 225/45ZR17',
      'brand Halden',
      'model Velo Sport',
      'model Velo All Season',
    ],
  ],
  ['used', []],
  ['zzz', []],
  ['999', []],
  ['', []],
])('[C9] [B4] "%s" suggests %j', (term, names) => {
  expect(suggested(term)).toEqual(names)
})

test('[C9] [B4] a suggestion includes the other filters of the typed term', () => {
  expect(suggestNames('used halden 225/4', SHOP)[0]?.choices).toEqual({
    size: ['225-45r17'],
    brand: ['halden'],
    condition: ['used'],
  })
  expect(suggestNames('winter vel', SHOP)[0]?.choices).toEqual({
    seasons: ['winter'],
    brand: ['halden'],
    model: ['velo-sport'],
  })
})

test('[B4] a long number that is not a size is parsed in linear time', () => {
  const started = Date.now()
  expect(suggestNames(`${'1'.repeat(30)}x`, { sizes: [], brands: [], models: [] })).toEqual([])
  expect(Date.now() - started).toBeLessThan(200)
})
