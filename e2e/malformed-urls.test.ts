import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { answerOf, INTERNALS } from './api-client.ts'
import { shopUrl } from './shop.ts'

describe('[D1] pages answer every address and method', () => {
  test.each<[method: string, path: string, status: number]>([
    ['GET', '/nope', 404],
    ['GET', '/error', 200],
    ['GET', '/%E0%A4%A', 404],
    ['GET', '/t/s/%E0%A4%A', 404],
    ['GET', '/p/%E0%A4%A/x', 404],
    ['GET', '/t/b/%', 404],
    ['GET', '/p/TL-NOPE/no-such-tire', 404],
    ['GET', '/?q={10 kB}', 414],
    ['GET', '/search?q={10 kB}', 414],
    ['GET', '/t/c/used?brand={10 kB}', 414],
    ['GET', '/t/c/used?page=99999999999999999999', 302],
    ['GET', '//elsewhere.example/', 301],
    ['HEAD', '/', 200],
    ['HEAD', '/t/c/used', 200],
    ['HEAD', '/cart/', 200],
    ['HEAD', '/nope', 404],
    ['POST', '/', 405],
    ['POST', '/t/c/used', 405],
    ['PUT', '/cart/', 405],
    ['PROPFIND', '/', 405],
    ['GET', '/cart/form/', 405],
  ])('%s %s: %i', async (method, named, status) => {
    const path = named.replace('{10 kB}', 'x'.repeat(10_000))
    const response = await fetch(`${shopUrl}${path}`, { method, redirect: 'manual' })
    const answer = await answerOf(response)
    expect(answer.status).toBe(status)
    expect(answer.text).not.toMatch(INTERNALS)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const target = response.headers.get('location')
    if (status < 300 || status > 399) expect(answer.type).toBe('text/html; charset=utf-8')
    else expect(new URL(target ?? '', shopUrl).origin).toBe(shopUrl)
    if (method === 'HEAD') expect(answer.text).toBe('')
  })

  test('files with hashed names are cached for ever, others are revalidated', async () => {
    const page = await (await fetch(shopUrl)).text()
    const named = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(named.map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js', 'woff2', 'woff2'])
    const readCaching = async (path: string) => {
      const { status, headers } = await fetch(`${shopUrl}${path}`)
      return [path, status, headers.get('cache-control'), headers.get('x-content-type-options')]
    }
    const forEver = (path: string) => [path, 200, 'public, max-age=31536000, immutable', 'nosniff']
    expect(await Promise.all(named.map(readCaching))).toEqual(named.map(forEver))
    const revalidated = ['/service-worker.js', '/manifest.webmanifest']
    const mustRevalidate = (path: string) => [path, 200, 'public, max-age=0, must-revalidate', 'nosniff']
    expect(await Promise.all(revalidated.map(readCaching))).toEqual(revalidated.map(mustRevalidate))
  })

  test('a missing page says so and offers a search', async () => {
    const answer = await answerOf(await fetch(`${shopUrl}/nope`))
    expect(answer.text).toContain('404 Page Not Found')
    expect(answer.text).toContain('action="/t/s"')
  })
})

test('[G8] the OpenAPI document has this version, allows any origin, and is revalidated by its ETag', async () => {
  const address = `${shopUrl}/openapi.json`
  const answer = await fetch(address, { headers: { Origin: 'https://elsewhere.example' } })
  const { openapi, info } = (await answer.json()) as { openapi: string; info: { version: string } }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect([openapi, info.version]).toEqual(['3.1.1', version])
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600, stale-while-revalidate=86400')
  const again = await fetch(address, { headers: { 'If-None-Match': answer.headers.get('ETag') ?? '' } })
  expect(again.status).toBe(304)
  expect(await (await fetch(`${shopUrl}/api-reference/`)).text()).toContain(`version ${version}`)
})
