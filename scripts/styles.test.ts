/** The wardrobe: every class, id and attribute that a style sheet names is worn by somebody. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const STYLES = 'client'

function texts(folder: string, kind: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
}

const code = ['client', 'worker', 'schema'].flatMap((folder) => texts(folder, /\.tsx?$/)).join('\n')

/** Names in strings; `tag-` of `tag-${kind}` stands for all that begin so. */
const said = [...code.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].flatMap(
  ([string]) => string.match(/[a-zA-Z][\w-]*(?:\$\{)?/g) ?? [],
)
const names = new Set(said)
const beginnings = said.filter((name) => name.endsWith('-${')).map((name) => name.slice(0, -2))
const attributes = new Set(code.match(/[\w-]+/g))

function isWorn(name: string): boolean {
  return names.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
}

/** `data-size-open` may be written as `dataset.sizeOpen`. */
function isSet(attribute: string): boolean {
  const inScript = attribute
    .replace(/^data-/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return attributes.has(attribute) || attributes.has(inScript)
}

test('no style is for something that no page has', () => {
  const unworn = new Set<string>()
  for (const sheet of texts(STYLES, /\.css$/)) {
    for (const [, selector = ''] of sheet.matchAll(/([^{};]+)\{/g)) {
      if (selector.trim().startsWith('@')) continue
      for (const [whole, name = ''] of selector.matchAll(/[.#]([a-zA-Z][\w-]*)/g)) {
        if (!isWorn(name)) unworn.add(whole)
      }
      for (const [whole, name = ''] of selector.matchAll(/\[([\w-]+)/g)) if (!isSet(name)) unworn.add(whole)
    }
  }
  expect([...unworn]).toEqual([])
})

test('every style sheet is imported', () => {
  const imports = readFileSync('client/app/site.css', 'utf8')
  const sheets = readdirSync(STYLES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !name.endsWith('/site.css'),
  )
  expect(sheets.filter((name) => !imports.includes(`"../${name}"`))).toEqual([])
})
