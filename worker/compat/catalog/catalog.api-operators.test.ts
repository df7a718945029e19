import { beforeAll, describe, expect, test } from 'vitest'
import { type Filter, LISTED, openCatalogShop, query, search, skus } from './testing/catalog.harness.ts'

beforeAll(openCatalogShop)

const USED = ['TL-1001', 'TL-1002', 'TL-1003', 'TL-1006', 'TL-1007']
const TIRES = [...USED, 'TL-2001', 'TL-2002', 'TL-3001', 'TL-4001']
const OTHERS = ['B4', 'CG-1', 'G2', 'MK-1', 'MK-2', 'RH-1', 'SB-1']

describe('[C2] every operator has the meaning of the query builder', () => {
  const cases: [what: string, filters: Filter[], expected: string[]][] = [
    ['eq', [['condition', { eq: 'used' }]], USED],
    ['a plain value', [['condition', 'used']], USED],
    ['a label instead of the value', [['condition', { eq: 'Driven Once' }]], ['TL-4001']],
    ['in', [['condition', { in: ['new', 'retread'] }]], ['TL-2001', 'TL-2002', 'TL-3001']],
    ['of a plain list the first element is used', [['condition', ['new', 'used']]], ['TL-2001', 'TL-2002']],
    ['like', [['seasons', { like: 'winter' }]], ['TL-2002']],
    ['eq null: the field exists', [['brand', { eq: null }]], TIRES],
    ['neq', [['condition', { neq: 'used' }]], ['TL-2001', 'TL-2002', 'TL-3001', 'TL-4001', ...OTHERS]],
    ['nin', [['brand', { nin: ['halden', 'corvane'] }]], ['TL-1007', 'TL-2002', 'TL-3001', ...OTHERS]],
    ['neq null: the field is missing', [['brand', { neq: null }]], OTHERS],
    ['gte and lte', [['final_price', { gte: 56, lte: 62 }]], ['TL-1001', 'TL-1002', 'TL-1006']],
    ['gt and lt exclude the bounds', [['final_price', { gt: 56, lt: 62 }]], ['TL-1002']],
    ['from and to', [['tread_depth', { from: '6.5', to: 7 }]], ['TL-1001', 'TL-1003', 'TL-1006', 'TL-1007']],
    ['of two operators the first is used', [['condition', { eq: 'retread', nin: ['retread'] }]], ['TL-3001']],
    ['an empty object is ignored', [['condition', {}]], [...TIRES, ...OTHERS]],
    [
      'or: one condition of a group',
      [
        ['condition', { or: ['retread'] }],
        ['seasons', { or: 'winter' }],
      ],
      ['TL-2002', 'TL-3001'],
    ],
    [
      'nor',
      [
        ['condition', { nor: ['used', 'new'] }],
        ['sku', { or: ['none'] }],
      ],
      ['TL-3001', 'TL-4001', ...OTHERS],
    ],
    ['or null: the field is missing', [['brand', { or: null }]], OTHERS],
    ['nor null: the field exists', [['brand', { nor: null }]], TIRES],
    [
      'orGt and orLte',
      [
        ['final_price', { orGt: 200 }],
        ['final_price', { orLte: 14 }],
      ],
      ['CG-1', 'G2', 'RH-1', 'TL-1003', 'B4'],
    ],
    ['scope catalog', [['brand', { in: ['norwind'] }, 'catalog']], ['TL-2002']],
    [
      'scope catalog uses the variants',
      [['sets', { in: ['pairs'] }, 'catalog']],
      ['TL-1002', 'TL-1007', 'TL-2001', 'TL-2002', 'TL-3001', 'TL-4001'],
    ],
    [
      'a sales form in scope default',
      [
        ['sets', { eq: 'single' }],
        ['brand', { eq: 'corvane' }],
      ],
      ['TL-1006'],
    ],
    ['price in scope catalog is the final price', [['price', { gte: 50, lte: 57 }, 'catalog']], ['TL-1006']],
    ['price in scope default is the list price', [['price', { gte: 69, lte: 71 }]], ['TL-1006']],
    ['both scopes', [['condition', { in: ['new'] }, ['default', 'catalog']]], ['TL-2001', 'TL-2002']],
    ['a boolean as text', [['run_flat', { eq: 'false' }]], TIRES],
    ['a number as text', [['rim', { in: ['19.5', '16'] }]], ['TL-1003', 'TL-1006', 'TL-2002', 'TL-3001']],
    [
      'width and aspect ratio',
      [
        ['section', { in: ['225'] }],
        ['aspect', { gte: 50 }],
      ],
      ['TL-3001'],
    ],
    ['a type', [['type_id', { in: ['bundle', 'grouped'] }]], ['B4', 'G2']],
    ['a sales form', [['utype', { eq: 'SETTREAD2' }]], ['TL-1007']],
    ['an amount', [['final_price', { eq: '56' }]], ['TL-1006']],
    ['a list price under another field name', [['original_price_incl_tax', { in: [70] }]], ['TL-1006']],
    ['a range of a numeric filter', [['rim', { gt: 17 }]], ['TL-3001']],
    [
      'a product with options',
      [
        ['has_options', { eq: '1' }],
        ['brand', { eq: 'halden' }],
      ],
      ['TL-1002', 'TL-2001', 'TL-4001'],
    ],
    ['the sku of the parent', [['parentSku', { in: ['TL-1001', 'TL-1002-2'] }, 'catalog']], ['TL-1001']],
    ['the name of a category', [['category.name', { eq: 'Used tires' }]], USED],
    ['one category', [['category_ids', { in: [10] }]], ['TL-2001', 'TL-2002']],
    ['several categories', [['category_ids', { in: ['10', 40] }]], ['CG-1', 'RH-1', 'TL-2001', 'TL-2002']],
    ['the root category has all products', [['category_ids', { in: [2] }]], [...TIRES, ...OTHERS]],
    ['a category that is not active', [['category_ids', { in: [41] }]], []],
    [
      'a smart filter',
      [['smart_filter', { in: ['under-60'] }, 'catalog']],
      ['CG-1', 'MK-1', 'RH-1', 'SB-1', 'TL-1002', 'TL-1003', 'TL-1006', 'TL-1007'],
    ],
  ]
  test.each(cases)('%s', async (_, filters, expected) => {
    const answer = await search('product', query([...LISTED, ...filters]))
    expect(answer.body.error).toBeUndefined()
    expect(skus(answer)).toEqual([...expected].sort())
  })
})
