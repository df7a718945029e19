/** Stable sorting of whole catalogs by whole numbers: counting sort, 16 bits at a time. */
const RADIX = 0x10000

/** Puts `order` into ascending order of `key`, which must be a whole number from 0 below 2^48. */
export function sortBy(order: Uint32Array, key: (index: number) => number): Uint32Array {
  let max = 0
  for (const index of order) max = Math.max(max, key(index))
  let from = order
  for (let unit = 1; unit === 1 || max >= unit; unit *= RADIX) {
    const places = new Uint32Array(RADIX + 1)
    const digit = (index: number) => Math.floor(key(index) / unit) % RADIX
    for (const index of from) {
      const next = digit(index) + 1
      places[next] = (places[next] as number) + 1
    }
    for (let value = 1; value <= RADIX; value++)
      places[value] = (places[value] as number) + (places[value - 1] as number)
    const to = new Uint32Array(from.length)
    for (const index of from) {
      const value = digit(index)
      const place = places[value] as number
      to[place] = index
      places[value] = place + 1
    }
    from = to
  }
  return from
}

/** An array that grows while it is filled; its final length is not known beforehand. */
export function ascending<Kind extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  Kind: new (length: number) => Kind,
): { push(value: number): void; readonly length: number; done(): Kind } {
  let held = new Kind(4096)
  let length = 0
  return {
    push(value) {
      if (length === held.length) {
        const wider = new Kind(Math.ceil(held.length * 1.5))
        wider.set(held)
        held = wider
      }
      held[length++] = value
    },
    get length() {
      return length
    },
    done: () => held.subarray(0, length) as Kind,
  }
}
