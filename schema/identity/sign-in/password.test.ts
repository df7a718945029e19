import { expect, test } from 'vitest'
import { isTrivialPassword, newPasswordMessage } from './new-password.ts'
import { passwordRule, repeatedPasswordMessage } from './password.ts'

test('[G2] a password is required, has 6 to 60 characters and differs from the old one', () => {
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

test('[G2] the length of a new password is checked before the other rules', () => {
  expect(newPasswordMessage('', { old: '' })).toBe('You must enter a password')
  expect(newPasswordMessage('abc', { old: 'abc' })).toBe('Password must have at least 6 letters.')
  expect(newPasswordMessage('monkey')).toBe('This password is easy to guess. Please choose another one.')
  expect(newPasswordMessage('riley.marsh', { email: 'riley.marsh@example.com', old: null })).toBe(
    'This password is easy to guess. Please choose another one.',
  )
  expect(newPasswordMessage('tread-and-true-26')).toBeNull()
  expect(passwordRule('abcdef')).toBeNull()
  expect(passwordRule('x'.repeat(60))).toBeNull()
})

test('[G2] parts of the e-mail address are trivial passwords, ignoring case, from three letters on', () => {
  for (const password of ['Riley.Marsh@Example.com', 'riley.marsh', 'example.com', '99example.com!']) {
    expect(isTrivialPassword(password, ' Riley.Marsh@EXAMPLE.com '), password).toBe(true)
  }
  expect(isTrivialPassword('abc7391', 'abc@example.com')).toBe(true)
  expect(isTrivialPassword('ab73914', 'ab@example.com')).toBe(false)
  expect(isTrivialPassword('73918264', '')).toBe(false)
})

test('[G2] the repeated password is required and equal', () => {
  expect(repeatedPasswordMessage('', 'abcdefgh')).toBe('You must confirm a password')
  expect(repeatedPasswordMessage('abc', 'abc')).toBe('Password must have at least 6 letters.')
  expect(repeatedPasswordMessage('abcdef', 'abcdef')).toBeNull()
  expect(repeatedPasswordMessage('abcdefgi', 'abcdefgh')).toBe('Please make sure your passwords match')
  expect(repeatedPasswordMessage('abcdefgh', 'abcdefgh')).toBeNull()
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
  '22password',
  'p@55w0rd99',
  'lkjhgfdsa',
  '1q2w3e4r',
])('[G2] %s is refused as easy to guess', (password) => {
  expect(isTrivialPassword(password, 'Riley.Marsh@example.com')).toBe(true)
})

test.each([
  'tread-and-true-26',
  'aardvark-tea-77',
  'mon.k3y',
  'forty-four-rims-26',
  'kd8w-qqz',
  'my dog eats tires',
  'пароль про шины',
])('[G2] %s is accepted', (password) => {
  expect(isTrivialPassword(password, 'riley.marsh@example.com')).toBe(false)
})
