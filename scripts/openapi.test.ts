import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ALL_CALLS, documentPath } from '../schema/compat/calls/all-calls.api.ts'
import { TAGS } from '../schema/compat/calls/call.api.ts'
import { KEY_PERMISSIONS } from '../schema/staff/api/api-key.ts'
import { openApiDocument } from './openapi.ts'

interface Media {
  schema: object
  example?: { result?: unknown }
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media> }>
}
interface Document {
  info: { version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const document = openApiDocument(version) as unknown as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

/** Every value below `key`, however deep. */
function valuesOf(key: string, inside: unknown): unknown[] {
  if (typeof inside !== 'object' || inside === null) return []
  return Object.entries(inside).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(key, value),
  ])
}

describe('[G8] [H7] the OpenAPI document', () => {
  test('is valid OpenAPI 3.1 of this version of the shop', async () => {
    expect(await new Validator().validate(structuredClone(document) as never)).toEqual({ valid: true })
    expect(document.info.version).toBe(version)
  })

  test('has no reference to anything that is not in it', () => {
    const broken = valuesOf('$ref', document).filter((ref) => {
      const [, ...steps] = String(ref).split('/')
      return !steps.reduce<unknown>(
        (at, step) => (at as Record<string, unknown> | undefined)?.[step],
        document,
      )
    })
    expect(broken).toEqual([])
    expect(valuesOf('$ref', document).length).toBeGreaterThan(100)
  })

  test('has every call of the table once, with a unique name and a known tag', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    expect([...names].sort()).toEqual(ALL_CALLS.map(({ id }) => id).sort())
    const tags = document.tags.map(({ name }) => name)
    expect(tags).toEqual(Object.keys(TAGS))
    for (const { tags: own, summary } of operations) {
      expect(tags).toEqual(expect.arrayContaining(own))
      expect(summary).not.toBe('')
    }
  })

  test('[H14y] says that calls of staff take an API key, and names the permission of each', () => {
    const staffCalls = ALL_CALLS.filter(({ who }) => who === 'staff')
    expect(staffCalls.length).toBeGreaterThan(10)
    for (const { id, path, method, permission } of staffCalls) {
      const { security } = document.paths[documentPath(path)]?.[method.toLowerCase()] ?? {}
      expect(security, id).toEqual([{ staffKey: [permission] }, { staffCookie: [permission] }])
      expect(KEY_PERMISSIONS, id).toContain(permission)
    }
  })

  test('describes the parameters in the path, each request body and every reply', () => {
    for (const call of ALL_CALLS) {
      const operation = document.paths[documentPath(call.path)]?.[call.method.toLowerCase()]
      const inPath = (operation?.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
      const expected = [...documentPath(call.path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath, call.id).toEqual(expected)
      expect(Object.keys(operation?.responses ?? {}), call.id).toEqual(
        expect.arrayContaining(Object.keys(call.replies)),
      )
      expect(operation?.requestBody !== undefined, call.id).toBe(call.body !== undefined)
    }
  })

  test('has examples that match their schemas', () => {
    for (const call of ALL_CALLS) {
      const operation = document.paths[documentPath(call.path)]?.[call.method.toLowerCase()]
      const [sent] = Object.values(operation?.requestBody?.content ?? {})
      if (call.body) expect(v.safeParse(call.body, sent?.example).issues, `${call.id} body`).toBeUndefined()
      for (const [status, { schema, form }] of Object.entries(call.replies)) {
        if (form === 'file' || form === 'socket') continue
        const example = operation?.responses[status]?.content?.['application/json']?.example
        const shown = form === 'bare' ? example : example?.result
        expect(v.safeParse(schema, shown).issues, `${call.id} ${status}`).toBeUndefined()
      }
    }
  })
})
