/** The log has more readers than the shop's tables: it contains reasons but no values from requests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Calls of the console with their arguments, which contain up to three levels of other calls. */
const CALL = /console\.\w+\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/g
/** Values that may contain a secret: errors repeat their input, URLs have queries. */
const RAW = /\b(?:error|reason|cause|detail|url|headers|path|message|identifier|sku|answer|store)\b/

test('[API8] [F1] failures are logged through worker/platform/security/log-redaction.ts', () => {
  const raw: string[] = []
  const names = readdirSync('worker', { recursive: true, encoding: 'utf8' })
  for (const name of names.filter(
    (one) => /\.tsx?$/.test(one) && !/(?:\.test\.tsx?$|\/testing\/)/.test(one),
  )) {
    const text = readFileSync(join('worker', name), 'utf8')
    const calls = [...text.matchAll(CALL)]
    expect(calls.length, `calls in ${name}`).toBe(text.match(/\bconsole\.\w+\(/g)?.length ?? 0)
    for (const [call] of calls) {
      const found = call
        .replace(/^console\.\w+/, '')
        .replace(/'[^']*'/g, '')
        .replace(/\b(?:describeError|redact)\((?:[^()]|\([^()]*\))*\)/g, '')
      if (RAW.test(found) || call.startsWith('console.log')) raw.push(`${name}: ${call}`)
    }
  }
  expect(raw).toEqual([])
})
