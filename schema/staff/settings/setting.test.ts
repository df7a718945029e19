import { expect, test } from 'vitest'
import { INTAKE_SETTINGS } from '../intake/intake-settings.ts'
import { findSetting, settingGroups } from './setting.ts'

const read = (path: string, text: string) => findSetting(path)?.read(text)

test('[H14l] what is typed is stored in one form', () => {
  expect(read('general/region/allowed_state', 'il, in;wi il')).toBe('IL,IN,WI')
  expect(read('orders/email/recipient_email', 'a@b.example;c@d.example')).toBe('a@b.example, c@d.example')
  expect(read('stores/1/phone', '+1 (312) 555-0142')).toBe('3125550142')
  expect(read('stores/2/state', 'il')).toBe('IL')
  expect(read('newsletter/coupon', ' welcome10 ')).toBe('WELCOME10')
  expect(read('stores/1/hours', 'Mon to Fri 8 a.m. to 6 p.m.,  Sun closed')).toBe(
    'Mon to Fri 8 a.m. to 6 p.m., Sun closed',
  )
})

test('[H14l] a text that would break the shop is refused', () => {
  for (const [path, text] of [
    ['general/region/allowed_state', ''],
    ['general/region/allowed_state', 'Illinois'],
    ['contact/email/recipient_email', ''],
    ['orders/email/recipient_email', 'nobody'],
    ['stores/1/phone', '555-0142'],
    ['stores/1/zip', '6061'],
    ['stores/1/hours', 'whenever'],
    ['stores/1/hours', 'Mon to Fri 8 to 6'],
    ['stores/1/name', '  '],
    ['checkout/cart/minicart_count', 'all'],
    ['staff/intake', '{"maxAge": 200}'],
    ['staff/intake', 'no'],
  ] as const)
    expect(read(path, text), `${path} ${text}`).toBeNull()
  expect(read('orders/email/recipient_email', '')).toBe('')
})

test('[H14l] staff change no other path of the configuration', () => {
  for (const path of [
    'catalog/version',
    'catalog/snapshot',
    'stores/1/path',
    'stores/0/name',
    'stores/1/latitude',
    '',
  ])
    expect(findSetting(path), path).toBeNull()
})

test('[H14l] each setting has a path of its own and accepts what it stores', () => {
  const paths = settingGroups([1, 2]).flatMap(({ settings }) => settings.map(({ path }) => path))
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.every((path) => findSetting(path) !== null)).toBe(true)
  const intake = JSON.stringify(INTAKE_SETTINGS)
  expect(read('staff/intake', intake)).toBe(intake)
})
