import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { isGuarded, isSignInPath, signInHref } from './sign-in.api.ts'

test('[A10] only account pages are guarded, except the page that sets a password', () => {
  expect(isGuarded('/customer/account/orders/?page=2')).toBe(true)
  expect(isGuarded('/customer/account/')).toBe(true)
  expect(isGuarded('/customer/account/createpassword/?token=x')).toBe(false)
  expect(isGuarded('/checkout/')).toBe(false)
  expect(isGuarded(null)).toBe(false)
})

test('[F1] a sign-in never leads back to a sign-in page', () => {
  for (const path of ['/login/', '/login', '/register/?back=%2F', '/auth-login/'])
    expect(isSignInPath(path)).toBe(true)
  expect(isSignInPath('/cart/')).toBe(false)
  expect(signInHref(paths.login, '/t/s/225-45r17?page=2')).toBe(
    '/login/?back=%2Ft%2Fs%2F225-45r17%3Fpage%3D2',
  )
  expect(signInHref(paths.register, null)).toBe('/register/')
})
