import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { CMS_REPLY } from '../../schema/compat/cms-data.api.ts'
import { cmsBlock, cmsPage } from '../../schema/content/pages/cms.table.ts'
import { app } from '../app.ts'
import { connect } from '../platform/drizzle.sql.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  const db = connect(env.DB)
  const page = { title: 'Returns', metaDescription: 'How', isActive: true, updatedAt: 0 }
  await db.batch([
    db.insert(cmsPage).values([
      { ...page, id: 3, identifier: 'return-policy', content: 'Ninety days.\n\n{{block id="hours"}}' },
      { ...page, id: 4, identifier: 'draft', content: 'Not yet.', isActive: false },
    ]),
    db
      .insert(cmsBlock)
      .values({ id: 9, identifier: 'hours', title: 'Hours', content: '8 to 6', isActive: true }),
  ])
})

async function get(path: string) {
  const response = await app.request(
    `https://shop.example/api/ext/cms-data/${path}`,
    {},
    env,
    createExecutionContext(),
  )
  return { status: response.status, ...(await response.json<{ code: number; result: unknown }>()) }
}

test.each([
  ['cmsPage/3', { id: 3, identifier: 'return-policy', title: 'Returns', content: 'Ninety days.\n\n8 to 6' }],
  ['cmsPageIdentifier/return-policy/storeId/1', { id: 3, identifier: 'return-policy' }],
  ['cmsBlock/9', { id: 9, identifier: 'hours', content: '8 to 6' }],
  ['cmsBlockIdentifier/hours/storeId/0', { id: 9, identifier: 'hours', title: 'Hours' }],
])('[G4] %s returns the text', async (path, result) => {
  const answer = await get(path)
  expect(answer).toMatchObject({ status: 200, code: 200, result })
  expect(v.is(CMS_REPLY, answer.result)).toBe(true)
})

test.each([
  ['cmsPage/4', 'The CMS page with the "4" ID doesn\'t exist.'],
  ['cmsPage/x', 'The CMS page with the "x" ID doesn\'t exist.'],
  ['cmsBlock/3', 'The CMS block with the "3" ID doesn\'t exist.'],
])('[G4] %s fails with the error that clients expect', async (path, errorMessage) => {
  expect(await get(path)).toEqual({ status: 500, code: 500, result: { errorMessage, code: 404 } })
})

test('[G4] [G10] an unknown store view has the same error and is logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  expect(await get('cmsPageIdentifier/return-policy/storeId/7')).toMatchObject({
    code: 500,
    result: { errorMessage: 'The CMS page with the "return-policy" ID doesn\'t exist.', code: 404 },
  })
  expect(log.mock.calls).toEqual([['There is no store view', '7']])
  log.mockRestore()
})
