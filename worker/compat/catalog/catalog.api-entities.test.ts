import { beforeAll, expect, test } from 'vitest'
import { LISTED, openCatalogShop, query, search } from './testing/catalog.harness.ts'

beforeAll(openCatalogShop)

test('[audit D11] [C2] the product count of a category is the total of its listing', async () => {
  const { body } = await search('category', query([['product_count', { gte: 0 }]]), 'sort=position:asc')
  expect(body.hits.length).toBeGreaterThan(3)
  for (const { id, product_count: count } of body.hits) {
    const listed = await search('product', query([...LISTED, ['category_ids', { in: [id] }]]), 'size=0')
    expect([id, count]).toEqual([id, listed.body.total])
  }
  const filled = await search('category', query([['product_count', { gt: 0 }]]))
  expect(filled.body.total).toBeGreaterThan(1)
  expect(filled.body.total).toBeLessThan(body.total)
})

test('[audit D11] [C2] a sort by position uses the position of categories and the default sort of products', async () => {
  const tree = await search('category', query([['level', { eq: 2 }]]), 'sort=position:desc')
  expect(tree.body.hits.map(({ id }) => id)).toEqual([40, 11, 10])
  const ids = async (sort: string) =>
    (await search('product', query(LISTED), sort)).body.hits.map(({ id }) => id)
  expect(await ids('sort=position:asc')).toEqual(await ids('sort='))
  expect(await ids('sort=position:asc')).not.toEqual([])
})

test('[audit D11] [C2] the sizes of a car are found by its chassis id and have links to their landings', async () => {
  const found = await search('size_filter', query([['chassis_id', { eq: 1 }]]), 'sort=option_id:asc')
  expect(found.body.hits).toMatchObject([
    { option_id: 1, chassis_id: 1, size: '205/55R16', size_link: '/t/s/205-55r16', size_rear: null },
    {
      size: '225/45R17',
      size_rear: '235/65R17',
      size_rear_link: '/t/s/235-65r17',
      submodel_name: 'M Sport',
    },
  ])
})
