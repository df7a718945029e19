import { expect, test } from 'vitest'
import { CMS_PATHS, staffPaths } from '../../paths.ts'
import { canActivateServiceWorker, isImmutable, isSearch, pageKind } from './offline.ts'

test('[A9] unavailable products, categories and texts redirect to Home; listings and Home itself do not', () => {
  const kind = (path: string) => pageKind(path, CMS_PATHS.values())
  for (const path of [
    '/p/TL-1/slug',
    '/p/C-1/slug/C-1-a',
    '/c/used-tires',
    '/i/questions',
    '/about-us',
    '/about-us/',
  ]) {
    expect(kind(path), path).toBe('leads-home')
  }
  for (const path of ['/', '/t', '/t/s/225-45r17', '/search', '/pictures', '/place']) {
    expect(kind(path), path).toBe('content')
  }
})

test('[G9] pages of one shopper are never cached', () => {
  const kind = (path: string) => pageKind(path, CMS_PATHS.values())
  for (const path of [
    '/cart/',
    '/checkout/onepage/success/',
    '/customer/account/',
    '/login',
    '/api/user/me',
    '/chat/',
    '/staff/',
  ]) {
    expect(kind(path), path).toBe('personal')
  }
})

test('[H14] the intake page is the only page of staff that opens without a connection', () => {
  expect(pageKind(staffPaths.intake, [])).toBe('work')
  expect(pageKind(staffPaths.lots, [])).toBe('personal')
})

test('[G9] files with a hash in their name never change', () => {
  expect(isImmutable('/assets/react-BbggMMhK.js')).toBe(true)
  expect(isImmutable('/pictures/Halden~1.6e2e5f90.svg')).toBe(true)
  expect(isImmutable('/icon.svg')).toBe(false)
})

test('[G9] a new service worker is not activated while a cart or a checkout is open', () => {
  expect(canActivateServiceWorker([])).toBe(true)
  expect(canActivateServiceWorker(['/', '/t/c/used'])).toBe(true)
  expect(canActivateServiceWorker(['/', '/checkout/'])).toBe(false)
  expect(canActivateServiceWorker(['/cart'])).toBe(false)
})

test('[C14] only catalog queries by GET and POST are search calls', () => {
  expect(isSearch('GET', '/api/catalog')).toBe(true)
  expect(isSearch('POST', '/api/catalog/vue_storefront_catalog/product/_search')).toBe(true)
  expect([isSearch('DELETE', '/api/catalog'), isSearch('POST', '/api/cart/update')]).toEqual([false, false])
  expect(isSearch('POST', '/api/catalogs')).toBe(false)
})
