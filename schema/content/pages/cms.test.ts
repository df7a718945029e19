import { expect, test } from 'vitest'
import { type HierarchyNode, hierarchyPosition, includeBlocks } from './cms.ts'

test('[G4] a text includes blocks, and blocks include blocks', () => {
  const blocks = new Map([
    ['returns', 'Within 90 days. {{block id="who"}}'],
    ['who', 'Write to us.'],
  ])
  expect(includeBlocks('## Returns\n\n{{ block id="returns" }}\n\nThe end. {{block id="who"}}', blocks)).toBe(
    '## Returns\n\nWithin 90 days. Write to us.\n\nThe end. Write to us.',
  )
})

test('[G4] circular includes end, and unknown blocks are omitted', () => {
  const blocks = new Map([
    ['a', 'A{{block id="b"}}'],
    ['b', 'B{{block id="a"}}{{block id="nobody"}}'],
    ['deep', 'x{{block id="deeper"}}'],
  ])
  expect(includeBlocks('{{block id="a"}}.', blocks)).toBe('AB.')
  expect(includeBlocks('{{block id="deep"}}', blocks)).toBe('x')
  expect(includeBlocks('{{block id="a"', blocks)).toBe('{{block id="a"')
  // Dollar signs in a block have no special meaning.
  expect(includeBlocks('{{block id="price"}}', new Map([['price', '$1 and $&']]))).toBe('$1 and $&')
})

test('[G4] a page has its ancestors and siblings', () => {
  const node = (id: number, parentId: number | null, page: string | null, position = id): HierarchyNode => ({
    id,
    parentId,
    label: `Node ${id}`,
    level: parentId === null ? 1 : 2,
    position,
    page,
  })
  const nodes = [
    node(1, null, null),
    node(2, 1, 'returns', 2),
    node(3, 1, 'delivery', 1),
    node(4, null, null),
    node(5, 4, 'terms'),
    node(6, 2, 'labels'),
  ]
  const position = hierarchyPosition(nodes, 'returns')
  expect(position?.trail.map(({ id }) => id)).toEqual([1, 2])
  expect(position?.chapter.map(({ page }) => page)).toEqual(['delivery', 'returns'])
  expect(hierarchyPosition(nodes, 'labels')?.trail.map(({ id }) => id)).toEqual([1, 2, 6])
  expect(hierarchyPosition(nodes, 'nowhere')).toBeNull()
  const round = [node(1, 2, 'one'), node(2, 1, 'two')]
  expect(hierarchyPosition(round, 'one')?.trail.map(({ id }) => id)).toEqual([2, 1])
})
