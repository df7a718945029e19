/** The log is read by more people than the shop's tables: it is reported why, never what was given. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Calls of the console with their arguments, over several lines too. */
const CALL = /console\.\w+\((?:[^()]|\([^()]*\))*\)/g
/** What may hold a secret: errors repeat what they were given, addresses have queries. */
const RAW = /\b(?:error|reason|cause|detail|url|headers|path|message|identifier|sku|answer|store)\b/

test('[API8] [F1] what fails is published to the log by worker/platform/security/log-redaction.ts', () => {
  const raw: string[] = []
  const names = readdirSync('worker', { recursive: true, encoding: 'utf8' })
  for (const name of names.filter(
    (one) => /\.tsx?$/.test(one) && !/(?:\.test\.tsx?$|\/testing\/)/.test(one),
  )) {
    for (const [call] of readFileSync(join('worker', name), 'utf8').matchAll(CALL)) {
      const found = call
        .replace(/^console\.\w+/, '')
        .replace(/'[^']*'/g, '')
        .replace(/\b(?:describeError|redact)\([^()]*\)/g, '')
      if (RAW.test(found) || call.startsWith('console.log')) raw.push(`${name}: ${call}`)
    }
  }
  expect(raw).toEqual([])
})
