import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { app } from '../../app.ts'
import { REPORT_PATH } from './content-policy.ts'

afterEach(() => vi.restoreAllMocks())

async function report(body: string, type: string, network = '192.0.2.1') {
  const init = { method: 'POST', body, headers: { 'Content-Type': type, 'CF-Connecting-IP': network } }
  const request = new Request(`https://shop.example${REPORT_PATH}`, init)
  const response = await app.fetch(request, env, createExecutionContext())
  return { status: response.status, result: ((await response.json()) as { result: unknown }).result }
}

const VIOLATION = {
  documentURL: 'https://shop.example/cart/?email=dana@whitfield.example',
  effectiveDirective: 'img-src',
  blockedURL: 'https://tracker.example/dana',
}

test('a report is logged as one line without the query; forged, large and invalid reports are not logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const body = JSON.stringify([{ type: 'csp-violation', body: VIOLATION }])
  expect(await report(body, 'application/reports+json')).toEqual({ status: 200, result: true })
  const reports = () => warn.mock.calls.filter(([first]) => first === 'security-report')
  expect(reports()).toEqual([
    [
      'security-report',
      '{"directive":"img-src","page":"/cart","blocked":"https://tracker.example","source":"","sink":""}',
    ],
  ])
  expect((await report(body, 'text/plain')).status).toBe(415)
  expect((await report('{', 'application/csp-report')).status).toBe(400)
  expect((await report(`"${'x'.repeat(40_000)}"`, 'application/csp-report')).status).toBe(413)
  expect(reports()).toHaveLength(1)
})

test('further reports of a network with many reports are ignored', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const body = JSON.stringify({ 'csp-report': { 'document-uri': 'https://shop.example/' } })
  const results = new Set<unknown>()
  for (let i = 0; i < 130; i++)
    results.add((await report(body, 'application/csp-report', '192.0.2.9')).result)
  expect(results).toEqual(new Set([true, false]))
})
