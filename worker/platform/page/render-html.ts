/**
 * Elements as HTML in one pass. Content pages never suspend, hold no state and are not hydrated as a whole (islands
 * render themselves), so nothing is needed of what react-dom/server prepares for that: a listing takes a third of the time
 * (docs/decisions.md). How an attribute is spelled stays React's to say: it is asked for each name once.
 */
import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Props = Record<string, unknown>

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements whose content follows rules of its own. */
const REACTS_OWN = new Set(['textarea', 'style', 'pre', 'listing', 'noscript'])
/** What React writes behind all other attributes, in this order. */
const LAST: Record<string, readonly string[]> = {
  input: ['name', 'formAction', 'formEncType', 'formMethod', 'formTarget', 'checked', 'value'],
  button: ['name', 'formAction', 'formEncType', 'formMethod', 'formTarget'],
  form: ['action', 'encType', 'method', 'target'],
  option: ['selected'],
  select: ['value'],
}
/** No attributes, or written under another name. */
const UNWRITTEN = new Set([
  'children',
  'dangerouslySetInnerHTML',
  'suppressHydrationWarning',
  'ref',
  'defaultValue',
  'defaultChecked',
])
const URLS = new Set(['href', 'src', 'action', 'formAction', 'xlinkHref'])
/** Finished markup of this length is encoded by itself. */
const LONG = 4_096

let out = ''
/** What was written before `out`, where the whole is to be bytes. */
let segments: string[] | null = null
/** Value of the `<select>` that is being written. */
let selected: unknown = null

/**
 * The HTML of `node` as `renderToStaticMarkup` writes it, but for what React moves: it stands where it was put, and no
 * picture is preloaded. Components are functions of their props; one with a hook throws, and belongs into an island.
 */
export function renderHtml(node: ReactNode): string {
  return aside(null, () => {
    write(node)
    return out
  })
}

/** The same as UTF-8. */
export function renderPageBytes(node: ReactNode): Uint8Array<ArrayBuffer> {
  const parts: string[] = []
  aside(parts, () => {
    write(node)
    parts.push(out)
  })
  return encoded(parts)
}

/** A piece is often written while a page is. */
function aside<T>(parts: string[] | null, work: () => T): T {
  const [outerOut, outerSegments, outerSelected] = [out, segments, selected]
  out = ''
  segments = parts
  selected = null
  try {
    return work()
  } finally {
    out = outerOut
    segments = outerSegments
    selected = outerSelected
  }
}

const encoder = new TextEncoder()
let scratch = new Uint8Array(256 * 1024)

/**
 * One letter beyond Latin, and the engine copies and encodes all of a text at a third of the speed. The shell has such
 * letters and the cards have none, so each is encoded by itself (measured: 0.1 ms of a listing).
 */
function encoded(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  // A letter takes at most three bytes.
  const most = 3 * parts.reduce((sum, part) => sum + part.length, 0)
  if (scratch.length < most) scratch = new Uint8Array(most)
  let length = 0
  for (const part of parts) length += encoder.encodeInto(part, scratch.subarray(length)).written
  return scratch.slice(0, length)
}

function write(node: unknown): void {
  if (typeof node === 'string') out += escaped(node)
  else if (typeof node === 'number') out += node
  else if (Array.isArray(node)) for (const child of node) write(child)
  else if (isValidElement(node)) writeElement(node as ReactElement<Props>)
  else if (node !== null && node !== undefined && typeof node !== 'boolean')
    out += renderToStaticMarkup(node as ReactNode)
}

function writeElement(element: ReactElement<Props>): void {
  const { type, props } = element
  if (typeof type === 'string' && !REACTS_OWN.has(type)) writeHost(type, props)
  else if (type === Fragment) write(props.children)
  else if (typeof type === 'function' && !type.prototype?.isReactComponent)
    write((type as (props: Props) => unknown)(props))
  else out += renderToStaticMarkup(element)
}

function writeHost(tag: string, props: Props): void {
  out += tag === 'html' ? '<!DOCTYPE html><html' : `<${tag}`
  const last = LAST[tag]
  for (const name in props) {
    if (!UNWRITTEN.has(name) && !last?.includes(name)) writeAttribute(tag, name, props[name])
  }
  if (last) writeLast(tag, last, props)
  if (VOID.has(tag)) {
    out += '/>'
    return
  }
  out += '>'
  const outer = selected
  if (tag === 'select') selected = props.value ?? props.defaultValue ?? null
  const inner = props.dangerouslySetInnerHTML as { __html: string } | undefined
  if (inner) writeFinished(inner.__html)
  else write(props.children)
  selected = outer
  out += `</${tag}>`
}

function writeFinished(html: string): void {
  if (segments && html.length > LONG) {
    segments.push(out, html)
    out = ''
  } else out += html
}

function writeLast(tag: string, names: readonly string[], props: Props): void {
  for (const name of names) {
    if (name === 'checked') {
      if (props.checked ?? props.defaultChecked) out += ' checked=""'
    } else if (name === 'selected') {
      const isIt =
        selected === null ? props.selected : String(props.value ?? props.children) === String(selected)
      if (isIt) out += ' selected=""'
    } else if (name === 'value') {
      // That of a select is said by its option.
      if (tag === 'input') writeAttribute(tag, name, props.value ?? props.defaultValue)
    } else writeAttribute(tag, name, props[name])
  }
}

/** What stands before the value of an attribute, by its name; `null` where more than its name decides. */
const openings = new Map<string, string | null>()

function writeAttribute(tag: string, name: string, value: unknown): void {
  if (value === null || value === undefined) return
  if (typeof value !== 'string' && typeof value !== 'number') {
    out += byReact(tag, name, value)
    return
  }
  let opening = openings.get(name)
  if (opening === undefined) {
    opening = openingOf(name)
    openings.set(name, opening)
  }
  if (opening === null || (typeof value === 'string' && isOdd(name, value))) out += byReact(tag, name, value)
  else out += `${opening}${typeof value === 'string' ? escaped(value) : value}"`
}

/** ` class="` for `className`; `null` for one that is there or not. */
function openingOf(name: string): string | null {
  const written = byReact('i', name, '7')
  return written.endsWith('="7"') ? written.slice(0, -2) : null
}

/** An address that is empty or might be a script: React drops or replaces those. */
function isOdd(name: string, value: string): boolean {
  if (!URLS.has(name)) return false
  const first = value.charAt(0)
  return !(first > ' ') || first === 'j' || first === 'J'
}

/** Attributes that are there or not, as React writes them. */
const flags = new Map<string, string>()

function byReact(tag: string, name: string, value: unknown): string {
  const key = typeof value === 'boolean' ? `${name} ${value}` : null
  const known = key === null ? undefined : flags.get(key)
  if (known !== undefined) return known
  // An empty address is written for links only.
  const host = tag === 'a' ? 'a' : 'i'
  const written = renderToStaticMarkup(createElement(host, { [name]: value })).slice(
    '<i'.length,
    -'></i>'.length,
  )
  if (key !== null) flags.set(key, written)
  return written
}

function escaped(text: string): string {
  if (!/["'&<>]/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
