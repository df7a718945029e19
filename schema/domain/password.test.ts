import { expect, test } from 'vitest'
import { isTrivialPassword, newPasswordMessage } from './new-password.ts'
import { passwordRule, repeatMessage } from './password.ts'

test('[G2] a password is there, has 6 to 60 letters and is not the old one', () => {
  expect(passwordRule('')).toBe('You must enter a password')
  expect(passwordRule('five5')).toBe('Password must have at least 6 letters.')
  expect(passwordRule('x'.repeat(61))).toBe('Please insert less then 60 characters')
  expect(passwordRule('🛞🛞🛞🛞🛞')).toBe('Password must have at least 6 letters.')
  expect(passwordRule('      ')).toBeNull()
  expect(newPasswordMessage('tread-and-true-26', { old: 'tread-and-true-26' })).toBe(
    'Your new and old passwords are the same',
  )
  expect(newPasswordMessage('tread-and-true-26', { old: 'another one', email: 'a@b.co' })).toBeNull()
})

test('[G2] the repeated one is there and the same', () => {
  expect(repeatMessage('', 'abcdefgh')).toBe('You must confirm a password')
  expect(repeatMessage('abc', 'abc')).toBe('Password must have at least 6 letters.')
  expect(repeatMessage('abcdefgi', 'abcdefgh')).toBe('Please make sure your passwords match')
  expect(repeatMessage('abcdefgh', 'abcdefgh')).toBeNull()
})

test.each([
  'password',
  'Password123!',
  'P@ssw0rd',
  '123456',
  '987654321',
  'qwertyuiop',
  'aaaaaaa',
  'abcabcabc',
  'Treadline1',
  'letmein!!',
  'riley.marsh1',
  '1q2w3e4r',
])('[G2] %s is refused, for it is among the first that anybody tries', (password) => {
  expect(isTrivialPassword(password, 'Riley.Marsh@example.com')).toBe(true)
})

test.each(['tread-and-true-26', 'forty-four-rims-26', 'kd8w-qqz', 'my dog eats tires', 'пароль про шины'])(
  '[G2] %s is taken',
  (password) => {
    expect(isTrivialPassword(password, 'riley.marsh@example.com')).toBe(false)
  },
)
