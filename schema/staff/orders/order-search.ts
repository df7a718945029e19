/** What a person means who types into the search box of orders (H14o). */
import { isOrderNumber } from '../../orders/order.ts'
import { normalizeOrderNumber } from '../../orders/status/guest-order.ts'
import type { Cents } from '../../platform/money.ts'
import { parseScan, skuSpellings } from '../print/unit-link.ts'

/**
 * Everything that a typed text may mean; an order that fits one of them is found. `4242` may be the end of a card, a part of a phone
 * number or an amount.
 */
export interface OrderSearch {
  /** The beginning of an order number; `null` for a text that no number begins with. */
  number: string | null
  /** Each is a part of the buyer's name, email or phone number. */
  words: readonly string[]
  skus: readonly string[]
  /** Part of a tracking number. */
  tracking: string | null
  lastFour: string | null
  /** Cents, both inclusive. */
  amount: { from: Cents; until: Cents } | null
}

export const SEARCH_MAX = 100
const WORDS_MAX = 6
/** Shorter parts of a number would be found in nearly all of them. */
const TRACKING_MIN = 4

/** Reads a search; `null` for an empty one. */
export function parseOrderSearch(typed: string): OrderSearch | null {
  const text = typed.trim().slice(0, SEARCH_MAX)
  if (text === '') return null
  const scan = parseScan(text)
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  return {
    number: readNumber(text),
    words: readWords(text),
    skus: scan?.kind === 'unit' && !/\s/.test(scan.sku) ? skuSpellings(scan.sku) : [],
    tracking: /^[A-Z0-9]+$/.test(code) && code.length >= TRACKING_MIN && /\d/.test(code) ? code : null,
    lastFour: /^\d{4}$/.test(text) ? text : null,
    amount: readAmount(text),
  }
}

/** Without its prefix, the beginning of a number needs a digit: it could be a name. */
function readNumber(text: string): string | null {
  const whole = normalizeOrderNumber(text)
  if (isOrderNumber(whole)) return whole
  const [, prefix, code] = /^(TL-)?([0-9A-Z]{1,7})$/.exec(text.toUpperCase()) ?? []
  if (!code || (!prefix && !/^(?=.*\d).{4}/.test(code))) return null
  return `TL-${code.replaceAll('O', '0').replace(/[IL]/g, '1')}`
}

/** Letters with accents by their plain one, in lower and upper case: SQLite has no rule for them. */
const FOLDED: Readonly<Record<string, string>> = {
  ...{
    a: 'áàâäãå',
    c: 'çćč',
    e: 'éèêëę',
    i: 'íìîï',
    n: 'ñń',
    o: 'óòôöõø',
    s: 'śš',
    u: 'úùûü',
    y: 'ý',
    z: 'źżž',
    l: 'ł',
  },
}

/** Returns each letter with accents and its plain letter, in the order in which a database replaces them. */
export function foldSteps(): [letter: string, plain: string][] {
  return Object.entries(FOLDED).flatMap(([plain, letters]) =>
    [...letters, ...letters.toUpperCase()].map((letter): [string, string] => [letter, plain]),
  )
}

const PLAIN = new Map(foldSteps())

/** Returns a text in lower case and without accents, as names are searched. */
export function foldText(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) => PLAIN.get(letter) ?? letter)
    .join('')
    .toLowerCase()
}

/** A phone number is one word, however it is written. */
function readWords(text: string): string[] {
  const phone = text.replace(/[\s().+-]/g, '')
  if (/^\d{4,}$/.test(phone)) return [phone.replace(/^1(?=\d{10}$)/, '')]
  return foldText(text).replace(/[%,]/g, ' ').split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
}

/** `$491.95` is one amount, `491` every amount from $491.00 to $491.99. */
function readAmount(text: string): OrderSearch['amount'] {
  const [, dollars, cents] = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{2}))?$/.exec(text) ?? []
  if (!dollars) return null
  const from = Number(dollars.replaceAll(',', '')) * 100
  return cents === undefined
    ? { from, until: from + 99 }
    : { from: from + Number(cents), until: from + Number(cents) }
}
