import { expect, test } from 'vitest'
import { createSourceFilter, readPatterns } from './source-filter.api.ts'

const document = {
  id: 1,
  name: 'Velo',
  stock: { qty: 4, is_in_stock: true },
  children: [
    { sku: 'a', price: 1 },
    { sku: 'b', price: 2 },
  ],
}
const only = (include: string[], exclude: string[] = []) => createSourceFilter({ include, exclude })(document)

test('[C2] names, paths and stars include; an exclusion wins', () => {
  expect(only([])).toEqual(document)
  expect(only(['name', 'stock.qty'])).toEqual({ name: 'Velo', stock: { qty: 4 } })
  expect(only(['children.sku'])).toEqual({ children: [{ sku: 'a' }, { sku: 'b' }] })
  expect(only(['*.qty', 'i*'])).toEqual({ id: 1, stock: { qty: 4 } })
  expect(only(['stock'], ['stock.q*'])).toEqual({ stock: { is_in_stock: true } })
  expect(only([], ['children.*'])).toEqual({ id: 1, name: 'Velo', stock: document.stock, children: [{}, {}] })
  expect(only(['nothing'])).toEqual({})
  expect(only([], ['*'])).toEqual({})
})

test('[C2] a pattern with many stars is matched in linear time', () => {
  const started = Date.now()
  only([`${'*a'.repeat(40)}*`], [`${'a*'.repeat(40)}b`])
  expect(Date.now() - started).toBeLessThan(50)
})

test('[C2] many documents of a page reuse the results for each path', () => {
  const fields = Array.from({ length: 100 }, (_, index) => [`field_number_${index}`, index])
  const product = { ...Object.fromEntries(fields), children: [Object.fromEntries(fields)] }
  const stars = Array.from({ length: 200 }, (_, index) => `*f*i*e*l*d*_*n*u*m*b*e*r*_*${index}z*`)
  const pick = createSourceFilter({ include: stars, exclude: stars })
  const started = Date.now()
  for (let index = 0; index < 500; index++) pick(product)
  expect(Date.now() - started).toBeLessThan(1_500)
})

test('[C2] patterns are a comma list or an array of names', () => {
  expect(readPatterns('a, b.*,')).toEqual(['a', 'b.*'])
  expect(readPatterns(['a'])).toEqual(['a'])
  expect(readPatterns(null)).toEqual([])
  expect(readPatterns([1])).toBeNull()
  expect(readPatterns({})).toBeNull()
})
