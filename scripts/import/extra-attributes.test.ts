import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseStatements } from '../base/load.ts'
import { d1Target } from '../load/target.ts'
import { openTempD1 } from '../load/temp-d1.ts'
import { readMapping } from './mapping.ts'
import { runImport } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'treadline-import-'))
const TIRE = 'EX-1,Halden,Velo Sport,225/45R17,New,Summer,62.00,4'

let opened: Awaited<ReturnType<typeof openTempD1>>
beforeAll(async () => {
  opened = await openTempD1()
  await d1Target(opened.db).run(await baseStatements('local'))
})
afterAll(() => opened.close())

function load(...lines: readonly string[]) {
  const file = join(folder, 'tires.csv')
  writeFileSync(file, lines.join('\n'))
  return runImport({
    file,
    mapping: readMapping(undefined),
    label: 'test',
    target: d1Target(opened.db),
    db: opened.db,
    refusedFile: `${file}.refused.csv`,
    progressFile: `${file}.progress.json`,
    resume: false,
    setStock: false,
    now: Date.UTC(2026, 10, 21),
    progress: () => {},
  })
}

async function extra(): Promise<unknown> {
  const [row] = await opened.db.query<{ extra: string }>("select extra from product where sku = 'EX-1'")
  return JSON.parse(row?.extra ?? 'null')
}

test('[C1] an import adds, changes and removes extra attributes one by one', async () => {
  const header = 'sku,brand,model,size,condition,seasons,price,qty'
  expect(await load(`${header},utqg,mileage_warranty`, `${TIRE},500 A A,60000`)).toMatchObject({ created: 1 })
  expect(await extra()).toEqual({ utqg: '500 A A', mileage_warranty: '60,000 miles' })

  await load('sku,utqg', 'EX-1,520 AA A')
  expect(await extra()).toEqual({ utqg: '520 AA A', mileage_warranty: '60,000 miles' })

  await load('sku,utqg', 'EX-1,520 AA A')
  await load('sku,mileage_warranty', 'EX-1,none')
  expect(await extra()).toEqual({ utqg: '520 AA A' })

  await load('sku,price', 'EX-1,70.00')
  expect(await extra()).toEqual({ utqg: '520 AA A' })
})

test('[C1] an unreadable value is refused with its reason', async () => {
  expect(await load('sku,utqg', 'EX-1,soft')).toMatchObject({ refused: 1 })
  expect(await extra()).toEqual({ utqg: '520 AA A' })
})
