import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAsked } from './read-asked.ts'

const read = (path: string, isEmpty = true) => {
  const [pathname = '', search = ''] = path.split('?')
  const params = search.split('&').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.split('=')
    return [name, value.replaceAll('+', ' ')]
  })
  return readAsked({ pathname, params, isEmpty })
}

test.each([
  ['/t/s/225-45r17', ['225-45r17']],
  ['/t/s/225-45r17/used?brand=halden', ['225-45r17']],
  ['/t/c/used?size=225-45r17&size=205-55r16', ['205-55r16', '225-45r17']],
  ['/t/car/honda/civic/2019/ex?size=fit-225-45r17-91-v', ['225-45r17']],
  ['/search?q=225+45+17+winter', ['225-45r17']],
  ['/search?q=winter&size=205-55r16', ['205-55r16']],
  ['/t/b/halden', []],
  ['/t/s/no-such-size', []],
  ['/somewhere?size=nonsense', []],
])('[H14s] %s asks for the sizes %j', (path, sizes) => {
  expect(read(path, false).sizes.toSorted()).toEqual(sizes)
})

test.each([
  [
    '/search?q=225+45+17++Winter+tires',
    { words: '225/45R17 winter', filters: '', typed: '225 45 17 winter tires' },
  ],
  [
    '/search?q=nokian&condition=used&sort=price',
    { words: 'nokian', filters: 'condition=used', typed: 'nokian' },
  ],
  [
    '/t/s/225-45r17/used?tread_from=8',
    { words: '', filters: 'condition=used&size=225-45r17&tread_from=8', typed: '' },
  ],
  ['/t/b/halden/arc-gt', { words: '', filters: 'brand=halden&model=arc-gt', typed: '' }],
])('[H14s] the question of %s has its filters', (path, miss) => {
  expect(read(path).miss).toEqual(miss)
  expect(read(path, false).miss).toBeNull()
})

test.each([
  '/search?q=ada@example.com',
  '/search?q=312+555+0142',
  '/search?q=3125550142',
  '/search?q=1HGCM82633A004352',
  '/search?q=TL-7K3M9QXA',
  '/search?q=one+two+three+four+five+six+seven+eight+nine',
  '/search?q=ab',
  '/t',
])('[H14s] %s is no question that is written down', (path) => {
  expect(read(path).miss).toBeNull()
})

test('[H14s] nothing that a browser sends breaks the count, and no long number is written down', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.string({ maxLength: 40 }),
      fc.boolean(),
      (q, size, isEmpty) => {
        const params = [
          ['q', q],
          ['size', size],
        ] as const
        const { miss, sizes } = readAsked({ pathname: '/search', params, isEmpty })
        expect(new Set(sizes).size).toBe(sizes.length)
        expect(miss?.typed ?? '').not.toMatch(/@|\d{7}/)
      },
    ),
  )
})
