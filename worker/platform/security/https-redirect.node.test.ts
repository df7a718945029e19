import { expect, test } from 'vitest'
import { redirectToHttps } from './https-redirect.ts'

const SHOP = 'https://shop.example'

test('a request by http is redirected to https on the same host, for every method', () => {
  const read = redirectToHttps(new Request('http://shop.example/t/c/used?sort=x'), SHOP)
  expect([read?.status, read?.headers.get('Location')]).toEqual([301, 'https://shop.example/t/c/used?sort=x'])
  const write = redirectToHttps(
    new Request('http://shop.example/cart/form/', { method: 'POST', body: 'a=b' }),
    SHOP,
  )
  expect([write?.status, write?.headers.get('Location')]).toEqual([308, 'https://shop.example/cart/form/'])
})

test('a request by https, through a tunnel, to another host or to a local shop is not redirected', () => {
  const tunnel = { headers: { 'X-Forwarded-Proto': 'https' } }
  expect(redirectToHttps(new Request('https://shop.example/'), SHOP)).toBeNull()
  expect(redirectToHttps(new Request('http://shop.example/', tunnel), SHOP)).toBeNull()
  expect(redirectToHttps(new Request('http://other.example/'), SHOP)).toBeNull()
  expect(redirectToHttps(new Request('http://localhost:8787/'), 'http://localhost:8787')).toBeNull()
})
