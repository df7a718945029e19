import { beforeAll, expect, test } from 'vitest'
import { RETURN_MESSAGES } from '../../../schema/orders/returns/return-form.ts'
import { paths } from '../../../schema/paths.ts'
import { PHOTOS_TOO_LARGE } from '../../../schema/staff/intake/unit-photo.ts'
import { PHOTOS_FORM_PATH } from '../../../schema/staff/photos/photo-form.ts'
import { RETURN_PHOTOS_PATH } from '../../../schema/staff/returns/return-form.ts'
import { RECALL_MESSAGES } from '../../../schema/staff/safety/recall-form.ts'
import { SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { staffBrowser, textOf } from '../units/testing/unit-pages.harness.ts'

beforeAll(openShop)

test.each([
  [PHOTOS_FORM_PATH, PHOTOS_TOO_LARGE, UNIT_PATHS.units],
  [RETURN_PHOTOS_PATH, RETURN_MESSAGES.upload, paths.staffOrders],
  [SAFETY_PATHS.recallFile, RECALL_MESSAGES.large, SAFETY_PATHS.recalls],
])('[H14] files that are too large for %s get a page that leads back', async (form, message, back) => {
  const owner = await staffBrowser('owner')
  const body = new URLSearchParams({ key: 'x'.repeat(100_000) })
  const answer = await owner.fetch(form, { method: 'POST', body })
  const html = await answer.text()
  expect(answer.status).toBe(413)
  expect(textOf(html)).toContain(`${message} Nothing was saved.`)
  expect(html).toContain(`<a href="${back}">Back to an empty form</a>`)
})
