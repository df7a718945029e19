/**
 * The binary format of a snapshot: a magic number, the format, the length of a JSON header, the header, then
 * sections that are read in place as typed arrays. Nothing is parsed per product.
 */
const MAGIC = 0x58494c54
/** Raise when the sections change; the shop then replaces snapshots of the old format. */
const FORMAT = 4
const PREFIX_BYTES = 12
const ALIGN_BYTES = 8

const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const
type Kind = keyof typeof KINDS
export type Column = Uint8Array | Uint16Array
export type SnapshotSection = Uint8Array | Uint16Array | Uint32Array

interface SectionPosition {
  kind: Kind
  at: number
  length: number
}

interface Header<Meta> {
  meta: Meta
  sections: Record<string, SectionPosition>
}

function toKind(section: SnapshotSection): Kind {
  return section instanceof Uint8Array ? 'u8' : section instanceof Uint16Array ? 'u16' : 'u32'
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGN_BYTES) * ALIGN_BYTES
}

/** Writes metadata and sections into one buffer. */
export function writeSnapshot(
  meta: object,
  sections: Readonly<Record<string, SnapshotSection>>,
): ArrayBuffer {
  let at = 0
  const positions = Object.entries(sections).map(([name, section]) => {
    const position: SectionPosition = { kind: toKind(section), at, length: section.length }
    at += align(section.byteLength)
    return [name, position] as const
  })
  const header: Header<object> = { meta, sections: Object.fromEntries(positions) }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const start = align(PREFIX_BYTES + text.length)
  const buffer = new ArrayBuffer(start + at)
  new Uint32Array(buffer, 0, 3).set([MAGIC, FORMAT, text.length])
  new Uint8Array(buffer, PREFIX_BYTES).set(text)
  for (const [name, position] of positions) {
    const section = sections[name]
    if (section) new KINDS[position.kind](buffer, start + position.at, position.length).set(section)
  }
  return buffer
}

export interface SnapshotFile<Meta> {
  meta: Meta
  has: (name: string) => boolean
  bytes: (name: string) => Uint8Array
  halves: (name: string) => Uint16Array
  words: (name: string) => Uint32Array
  /** Returns a column of codes with the 8 or 16 bits per code that it was written with. */
  codes: (name: string) => Column
}

/** Opens views over `buffer`; returns `null` for bytes of another format. */
export function readSnapshot<Meta>(buffer: ArrayBuffer): SnapshotFile<Meta> | null {
  if (buffer.byteLength < PREFIX_BYTES) return null
  const [magic, format, length = 0] = new Uint32Array(buffer, 0, 3)
  if (magic !== MAGIC || format !== FORMAT || PREFIX_BYTES + length > buffer.byteLength) return null
  const header = parse<Meta>(new Uint8Array(buffer, PREFIX_BYTES, length))
  if (!header) return null
  const start = align(PREFIX_BYTES + length)
  const views = new Map<string, SnapshotSection>()
  for (const [name, { kind, at, length: count }] of Object.entries(header.sections)) {
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
    meta: header.meta,
    has: (name) => views.has(name),
    bytes: (name) => read(name, (view) => view instanceof Uint8Array),
    halves: (name) => read(name, (view) => view instanceof Uint16Array),
    words: (name) => read(name, (view) => view instanceof Uint32Array),
    codes: (name) => read(name, (view): view is Column => !(view instanceof Uint32Array)),
  }
}

function parse<Meta>(bytes: Uint8Array): Header<Meta> | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Header<Meta>
  } catch {
    return null
  }
}
