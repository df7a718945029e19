import { expect, test } from 'vitest'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { galleryViews } from './product-gallery.tsx'

test('[H13e] photographs are shown in their stored order, which staff can change', () => {
  const labels = ['Scuff on the sidewall', 'DOT 2319', 'Plug in the tread', 'Tread', 'Front', 'Sidewall']
  const photos = labels.map((label, at) => ({ src: `${at}.jpg`, label }))
  const product = { name: 'Halden Velo Sport', tire: null } as Product
  const parts = { bundle: [], associated: [], customOptions: [], links: [] }
  expect(galleryViews(product, parts, photos).map(({ label }) => label)).toEqual(labels)
})
