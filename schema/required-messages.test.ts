/** Messages of the requirements (G10, E2) that no other test compares word for word. */
import { expect, test } from 'vitest'
import { CUSTOMER_FORM_MESSAGES } from './account/customer-form.api.ts'
import { DEALER_MESSAGES } from './account/dealer/dealer.ts'
import { limitedStockMessage, STOCK_MESSAGES } from './catalog/product/stock.ts'
import { NEWSLETTER_MESSAGES } from './content/newsletter/newsletter.ts'
import { GEO_MESSAGES } from './identity/location/geolocation.ts'
import { TOKEN_MESSAGES } from './identity/session/token-refresh-lock.ts'
import { accountErrors } from './identity/sign-in/account-errors.api.ts'
import { ACCOUNT_MESSAGES } from './identity/sign-in/account-form.api.ts'
import { PASSWORD_MESSAGES } from './identity/sign-in/password.ts'
import { RESET_OFFLINE, SIGN_IN_TITLES } from './identity/sign-in/sign-in.api.ts'
import { CANCEL_REFUSED_MESSAGE, RETRY_LATER_MESSAGE } from './orders/life/order-lifecycle.ts'
import { ORDER_MESSAGES, UNAVAILABLE_TITLE } from './orders/order.ts'
import { NOTICE_OK } from './platform/notification.ts'

test('[G10] [F1] [F4] accounts have the messages of the error catalog', () => {
  expect(RESET_OFFLINE).toBe('Reset password feature does not work while offline!')
  expect(ACCOUNT_MESSAGES.passwordChanged).toBe('Password has successfully been changed')
  expect(ACCOUNT_MESSAGES.unknownEmail).toBe('Provided email does not exist.')
  expect(ACCOUNT_MESSAGES.loginNeeded).toBe('You need to be logged in to see this page')
  expect(ACCOUNT_MESSAGES.loggedOut).toBe("You're logged out")
  expect(SIGN_IN_TITLES.register).toBe('Registration error')
  expect(SIGN_IN_TITLES.forgot).toBe('Error while sending reset password e-mail')
  expect(CUSTOMER_FORM_MESSAGES.profileSaved).toBe('Account data has successfully been updated')
  expect(CUSTOMER_FORM_MESSAGES.profileTitle).toBe('Updating error')
  expect(CUSTOMER_FORM_MESSAGES.tryAgain).toBe('Something went wrong. Try again in a few seconds.')
  expect(accountErrors('change-password', {})).toEqual({
    oldPassword: 'You must enter a password',
    password: 'You must enter a password',
    rPassword: 'You must confirm a password',
  })
  expect(PASSWORD_MESSAGES.same).toBe('Your new and old passwords are the same')
  expect(PASSWORD_MESSAGES.repeatDiffers).toBe('Please make sure your passwords match')
})

test('[G10] [F2] the token lock has the required messages', () => {
  expect(TOKEN_MESSAGES.negativeLock).toBe(
    'Error refreshing user token. User is not authorized to access the resource',
  )
  expect(TOKEN_MESSAGES.refreshFailed).toBe(
    'Internal Application error while refreshing the tokens. Please clear the storage and refresh page.',
  )
  expect(NOTICE_OK.label).toBe('OK')
})

test('[G10] [G1] [G2] [F7] locations, the newsletter and dealer documents have the required messages', () => {
  expect(GEO_MESSAGES.noIp).toBe('No ip was passed from backend, cannot get geolocation')
  expect(NEWSLETTER_MESSAGES.failed).toBe(
    'An error occurred during your subscription. Please try again later.',
  )
  expect([DEALER_MESSAGES.tooLarge, DEALER_MESSAGES.extension, DEALER_MESSAGES.none]).toEqual([
    'File size is too large',
    'Invalid extension',
    'No files were uploaded',
  ])
})

test('[G10] [D7] [E6] [E13] stock and orders have the required messages', () => {
  expect(STOCK_MESSAGES.inStock).toBe('In stock!')
  expect(STOCK_MESSAGES.outOfStock).toBe('Out of stock!')
  expect(STOCK_MESSAGES.lineOutOfStock).toBe('Out of the stock!')
  expect(STOCK_MESSAGES.limitExceeded).toBe('Stock limit for the product is exceeded')
  expect(STOCK_MESSAGES.order).toBe('Some products are out of stock. Please update your cart and try again.')
  expect(limitedStockMessage(2)).toBe('Only 2 products of this type are available!')
  expect(CANCEL_REFUSED_MESSAGE).toBe('This order cannot be canceled.')
  expect(RETRY_LATER_MESSAGE).toBe('Please wait...')
  expect(UNAVAILABLE_TITLE).toBe('Sorry! Try again in 2 minutes')
  expect(ORDER_MESSAGES['payment-unavailable']).toBe(
    'Due to technical reasons, your order cannot be proceeded right now. We are already fixing this issue! Please try again in 2 minutes.',
  )
})
