import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MAX_LINE_LENGTH } from './lines.ts'
import { type RawRow, readHeader, readRows } from './record.ts'

const folder = mkdtempSync(join(tmpdir(), 'treadline-rows-'))

async function rowsOf(name: string, content: string | Buffer): Promise<RawRow[]> {
  const path = join(folder, name)
  writeFileSync(path, content)
  const rows: RawRow[] = []
  for await (const row of readRows(path)) rows.push(row)
  return rows
}

const brief = (rows: RawRow[]) =>
  rows.map((row) => (row.values ? `${row.line} ${row.values.a}` : `${row.line} ${row.reason}`))

test('rows keep their line numbers across quoted line breaks, blank lines and a byte order mark', async () => {
  const rows = await rowsOf('a.csv', '\uFEFFa,b\r\n1,"two\nlines"\r\n\r\n3,x\r\n')
  expect(brief(rows)).toEqual(['2 1', '5 3'])
  expect(rows[0]?.values?.b).toBe('two\nlines')
})

test('semicolons and tabs are recognized', async () => {
  expect((await rowsOf('b.csv', 'a;b\n1;2'))[0]?.values).toEqual({ a: '1', b: '2' })
  expect((await rowsOf('c.csv', 'a\tb\n1\t2'))[0]?.values).toEqual({ a: '1', b: '2' })
  expect(await readHeader(join(folder, 'c.csv'))).toEqual(['a', 'b'])
})

test('a line of 200 columns, one of too few, and invalid UTF-8 affect no other line', async () => {
  const bad = Buffer.concat([
    Buffer.from(`a,b\n1,x\n${'9,'.repeat(199)}9\n2,y\nshort\n`),
    Buffer.from([0x33, 0x2c, 0xff, 0xfe, 0x0a]),
    Buffer.from('4,z\n'),
  ])
  expect(brief(await rowsOf('d.csv', bad))).toEqual([
    '2 1',
    '3 has 200 columns, the header has 2',
    '4 2',
    '5 has 1 columns, the header has 2',
    '6 is not valid UTF-8',
    '7 4',
  ])
})

test('a quote that is never closed affects only its own line', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `${index},ok`).join('\n')
  const rows = await rowsOf('e.csv', `a,b\nx,"17 inch\n${many}\ny,"end`)
  expect(rows.filter((row) => row.values)).toHaveLength(60)
  expect(brief(rows).filter((line) => line.includes('quote'))).toEqual([
    '2 has a quote that is never closed',
    '63 has a quote that is never closed',
  ])
})

test('a line longer than any row is refused without storing it in memory', async () => {
  const rows = await rowsOf('f.csv', `a,b\n1,x\n2,${'y'.repeat(MAX_LINE_LENGTH * 2)}\n3,z\n`)
  expect(brief(rows)).toEqual(['2 1', '3 is longer than a row can be', '4 3'])
  expect(rows[1]?.raw.length).toBeLessThan(MAX_LINE_LENGTH)
})

test('JSON lines are read one by one, and a line that is no object is refused', async () => {
  const rows = await rowsOf('g.jsonl', '{"a":1,"b":null}\nnot json\n[1]\n{"a":"2","b":{"c":1}}\n')
  expect(brief(rows)).toEqual(['1 1', '2 is not a JSON object', '3 is not a JSON object', '4 2'])
  expect(rows[0]?.values).toEqual({ a: '1', b: '' })
})

test('[audit B9] gzip and UTF-16 are decoded', async () => {
  const csv = 'a,b\n1,é\n2,y'
  const expected = [
    { a: '1', b: 'é' },
    { a: '2', b: 'y' },
  ]
  const swapped = Buffer.from(`\uFEFF${csv}`, 'utf16le').swap16()
  const files: [string, Buffer][] = [
    ['g.csv.gz', gzipSync(csv)],
    ['u.csv', Buffer.from(`\uFEFF${csv}`, 'utf16le')],
    ['v.csv', swapped],
    ['w.csv', Buffer.from(csv, 'utf16le')],
  ]
  for (const [name, content] of files) {
    expect(
      (await rowsOf(name, content)).map((row) => row.values),
      name,
    ).toEqual(expected)
  }
  expect((await rowsOf('j.jsonl.gz', gzipSync('{"a":"1"}\n')))[0]?.values).toEqual({ a: '1' })
})

test('[audit B9] a file that is no text is refused with its kind', async () => {
  await expect(rowsOf('x.csv', Buffer.from('PK\u0003\u0004rest of a workbook'))).rejects.toThrow(
    'x.csv is a workbook (.xlsx, .ods) or a zip, not a text: save it as CSV',
  )
  await expect(rowsOf('old.csv', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).rejects.toThrow('(.xls)')
  await expect(rowsOf('empty.csv', '')).rejects.toThrow('empty.csv is empty')
  const whole = gzipSync('a,b\n'.repeat(10_000))
  await expect(rowsOf('cut.csv', whole.subarray(0, whole.length - 20))).rejects.toThrow('breaks off')
})
