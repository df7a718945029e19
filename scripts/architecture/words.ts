/** Words that this repository replaces, each with the word that stands in its place. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const REPLACED_WORDS: Readonly<Record<string, string>> = {
  adopt: 'merge (guest lines), take over',
  behaviour: 'behavior',
  brought: 'guest line, merged',
  cancelled: 'canceled',
  cancelling: 'canceling',
  catalogue: 'catalog',
  colour: 'color',
  favourite: 'favorite',
  fence: 'block a late commit',
  grey: 'gray',
  hears: 'receives, subscribes to',
  judge: 'validate',
  judged: 'validated',
  judges: 'validates',
  kept: 'cached, stored, saved, queued (by what is meant)',
  lane: 'mutex, withLock',
  litre: 'liter',
  neighbour: 'neighbor',
  neighbouring: 'neighboring',
  papers: 'documents',
  pulse: 'change feed',
  reclaim: 'recovery (of an abandoned cart)',
  rig: 'harness, or testing/',
  shelf: 'context',
  spelt: 'spelled',
  tell: 'publish, notify, set',
  tells: 'publishes, notifies, says',
  told: 'published, notified, logged',
  twin: 'duplicate request',
  tyre: 'tire',
  verdict: 'evaluation, result',
  whoever: 'name the person or the program',
  wire: 'API, request, response',
}

/** Where a private word is a name that cannot change: columns, tables, stored keys, names of the API, URLs, messages to shoppers. */
export const NAMES_THAT_STAY: readonly RegExp[] = [
  /\b(?:stock_pulse|price_pulse|pulse_id|last-pulse)\b/g,
  /catalogue\/|treadline-catalogue|rebuild: 'catalogue'/g,
  /x-kept-at|cart-told:|'purchase-told'|CANCELLED|tire tires tyre tyres|\{colour\}|colour: 'Color'/g,
  /\b(?:from|into|table|exists|update) kept\b|sales_order_event_kept/gi,
  /\/reclaim\/|paths\.reclaim|'reclaim'|`reclaim:|wrap section reclaim|reclaim: (?:'|\{ what)|\|reclaim\||name = 'kept'|kept \(name|kept where name/g,
  /'wire'|`wire`|wire\.pdf|wire-meets-road|wire-client@|[gf]-wire|wire(?:\.f)?@example/g,
  /lane\+tires|lane\|gmail|AdaLane|'Lane'|Ada Lane/g,
  // Messages to shoppers and staff, and texts of the demonstration.
  /and tell the buyer|tells you where it goes|[Bb]ack on the shelf|buyer is told/g,
]

export interface Found {
  word: string
  instead: string
  /** Each as `file:line`. */
  places: string[]
}

/** Splits names into words: `readKeptCart` has `read`, `kept` and `cart`. */
function wordsOf(line: string): string[] {
  return line
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

/** Files of the repository whose language is held: code, styles and documents, without what records the past. */
function textFiles(): string[] {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return names
    .split('\n')
    .filter((name) => /\.(?:tsx?|css|mjs|md|toml)$/.test(name))
    .filter(
      (name) =>
        !/^(?:migrations|docs\/(?:decisions|audit))|architecture\/words\.ts$|\.generated\.ts$/.test(name),
    )
}

/** Returns every private word that is still in use, the most frequent first. */
export function findPrivateWords(): Found[] {
  const found = new Map<string, Found>()
  for (const file of textFiles()) {
    const lines = readFileSync(file, 'utf8').split('\n')
    lines.forEach((text, index) => {
      const line = NAMES_THAT_STAY.reduce((rest, name) => rest.replace(name, ''), text)
      for (const word of new Set(wordsOf(line))) {
        const instead = Object.hasOwn(REPLACED_WORDS, word) ? REPLACED_WORDS[word] : undefined
        if (instead === undefined) continue
        const entry = found.get(word) ?? { word, instead, places: [] }
        entry.places.push(`${file}:${index + 1}`)
        found.set(word, entry)
      }
    })
  }
  return [...found.values()].sort((a, b) => b.places.length - a.places.length)
}
