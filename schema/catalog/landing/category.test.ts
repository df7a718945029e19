import { expect, test } from 'vitest'
import { type Category, categoriesAbove, categoriesBelow, findCategory } from './category.ts'

function category(id: number, path: string, rest: Partial<Category> = {}): Category {
  const ids = path.split('/').map(Number)
  return {
    id,
    parentId: ids.at(-2) ?? 0,
    name: `Category ${id}`,
    urlKey: `c-${id}`,
    urlPath: ids
      .slice(2)
      .map((part) => `c-${part}`)
      .join('/'),
    path,
    level: ids.length - 1,
    position: id,
    isActive: true,
    description: '',
    ...rest,
  }
}

const TREE = [
  category(1, '1'),
  category(2, '1/2'),
  category(11, '1/2/11', { position: 9 }),
  category(12, '1/2/12', { position: 3 }),
  category(23, '1/2/11/23'),
  category(30, '1/2/30', { isActive: false }),
  category(31, '1/2/30/31'),
  category(50, '1/50'),
]

test('[A4] a lookup by an id below the root category id fails', () => {
  expect(findCategory(TREE, 'id', '1')).toMatchObject({ ok: false, code: 'below-root' })
  expect(findCategory(TREE, 'id', '2')).toMatchObject({ ok: true, category: { id: 2 } })
  expect(findCategory(TREE, 'id', '11', 12)).toMatchObject({ ok: false, code: 'below-root' })
})

test('[A4] a category is found by id, key or path; inactive categories, their descendants and other trees are not found', () => {
  expect(findCategory(TREE, 'url_key', 'c-23')).toMatchObject({ category: { id: 23 } })
  expect(findCategory(TREE, 'url_path', 'c-11/c-23')).toMatchObject({ category: { id: 23 } })
  for (const [key, value] of [
    ['id', '99'],
    ['id', '30'],
    ['id', '31'],
    ['id', '50'],
    ['url_key', 'c-11/c-23'],
  ] as const) {
    expect(findCategory(TREE, key, value)).toEqual({
      ok: false,
      code: 'empty',
      message: `Category query returned empty result for key and value ${key} ${value}`,
    })
  }
})

test('the ancestors and the active children of a category are found', () => {
  const [, , , , leaf] = TREE
  expect(leaf && categoriesAbove(TREE, leaf).map(({ id }) => id)).toEqual([11])
  expect(TREE[1] && categoriesBelow(TREE, TREE[1]).map(({ id }) => id)).toEqual([12, 11])
})
