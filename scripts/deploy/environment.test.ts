import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentNames, queueNames, readEnvironment } from './environment.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'treadline-environments-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const GOOD = { worker: 'shop', kind: 'production', hosts: [], region: 'enam', rateLimitOffset: 1000 }
const write = (name: string, content: object | string) =>
  writeFileSync(join(folder, `${name}.json`), typeof content === 'string' ? content : JSON.stringify(content))

describe('[H4] the environments', () => {
  test('of the repository are readable, and share no resource', () => {
    const all = environmentNames().map((name) => readEnvironment(name))
    expect(all.map(({ name }) => name)).toEqual(['production', 'staging'])
    // A bucket and a queue may have the same name.
    const names = all.flatMap((one) => [
      `database ${one.names.database}`,
      `namespace ${one.names.namespace}`,
      `bucket ${one.names.bucket}`,
      ...queueNames(one),
    ])
    expect(new Set(names).size).toBe(names.length)
  })

  test.each([
    [{ ...GOOD, kind: 'test' }, 'kind: production or demo'],
    [{ ...GOOD, worker: 'Shop_1' }, 'worker: 1 to 42 lower-case letters'],
    [{ ...GOOD, hosts: ['https://shop.example.com'] }, 'hosts: names such as shop.example.com'],
    [{ ...GOOD, region: 'moon' }, 'region: one of wnam'],
    [{ ...GOOD, secret: 'x' }, 'secret'],
    ['{', 'is not JSON'],
  ])('with %j are refused with the reason', (content, reason) => {
    write('own', content)
    expect(() => readEnvironment('own', folder)).toThrow(reason)
  })

  test('are known by name, and two with the same Worker or the same rate limits are refused', () => {
    write('one', GOOD)
    expect(() => readEnvironment('two', folder)).toThrow('--env should be one of one, not "two"')
    write('two', { ...GOOD, rateLimitOffset: 2000 })
    expect(() => readEnvironment('one', folder)).toThrow(
      'The environments one and two have the same worker "shop"',
    )
    write('two', { ...GOOD, worker: 'other' })
    expect(() => readEnvironment('one', folder)).toThrow('the same rateLimitOffset "1000"')
  })
})
