/**
 * A snapshot as bytes: a magic word, the length of a JSON heading, the heading, then sections that are read as typed
 * arrays in place. Nothing in it is parsed per product.
 */
const MAGIC = 0x58494c54
/** Raised when the sections change; a snapshot of another format is built anew. */
const FORMAT = 2
const PREFIX = 12
const ALIGN = 8

const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const
type Kind = keyof typeof KINDS
export type Column = Uint8Array | Uint16Array
export type SnapshotSection = Uint8Array | Uint16Array | Uint32Array

interface Placed {
  kind: Kind
  at: number
  length: number
}

interface Heading<Meta> {
  meta: Meta
  sections: Record<string, Placed>
}

function kindOf(section: SnapshotSection): Kind {
  return section instanceof Uint8Array ? 'u8' : section instanceof Uint16Array ? 'u16' : 'u32'
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGN) * ALIGN
}

export function writeSnapshot(
  meta: object,
  sections: Readonly<Record<string, SnapshotSection>>,
): ArrayBuffer {
  let at = 0
  const placed = Object.entries(sections).map(([name, section]) => {
    const place: Placed = { kind: kindOf(section), at, length: section.length }
    at += aligned(section.byteLength)
    return [name, place] as const
  })
  const heading: Heading<object> = { meta, sections: Object.fromEntries(placed) }
  const text = new TextEncoder().encode(JSON.stringify(heading))
  const start = aligned(PREFIX + text.length)
  const buffer = new ArrayBuffer(start + at)
  new Uint32Array(buffer, 0, 3).set([MAGIC, FORMAT, text.length])
  new Uint8Array(buffer, PREFIX).set(text)
  for (const [name, place] of placed) {
    const section = sections[name]
    if (section) new KINDS[place.kind](buffer, start + place.at, place.length).set(section)
  }
  return buffer
}

export interface SnapshotFile<Meta> {
  meta: Meta
  has: (name: string) => boolean
  bytes: (name: string) => Uint8Array
  words: (name: string) => Uint32Array
  /** A column of codes, as narrow as it was written. */
  codes: (name: string) => Column
}

/** Views over `buffer`, or `null` when it is no snapshot of this format. */
export function readSnapshot<Meta>(buffer: ArrayBuffer): SnapshotFile<Meta> | null {
  if (buffer.byteLength < PREFIX) return null
  const [magic, format, length = 0] = new Uint32Array(buffer, 0, 3)
  if (magic !== MAGIC || format !== FORMAT || PREFIX + length > buffer.byteLength) return null
  const heading = parse<Meta>(new Uint8Array(buffer, PREFIX, length))
  if (!heading) return null
  const start = aligned(PREFIX + length)
  const views = new Map<string, SnapshotSection>()
  for (const [name, { kind, at, length: count }] of Object.entries(heading.sections)) {
    const Kind = KINDS[kind]
    if (start + at + count * Kind.BYTES_PER_ELEMENT > buffer.byteLength) return null
    views.set(name, new Kind(buffer, start + at, count))
  }
  const read = <Wanted extends SnapshotSection>(
    name: string,
    is: (view: SnapshotSection) => view is Wanted,
  ): Wanted => {
    const view = views.get(name)
    if (!view || !is(view)) throw new Error(`The snapshot has no section ${name}`)
    return view
  }
  return {
    meta: heading.meta,
    has: (name) => views.has(name),
    bytes: (name) => read(name, (view) => view instanceof Uint8Array),
    words: (name) => read(name, (view) => view instanceof Uint32Array),
    codes: (name) => read(name, (view): view is Column => !(view instanceof Uint32Array)),
  }
}

function parse<Meta>(bytes: Uint8Array): Heading<Meta> | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Heading<Meta>
  } catch {
    return null
  }
}
