/** Sorts whole catalogs by integers: a stable radix sort with 16 bits per pass. */
const RADIX = 0x10000

/** Returns the entries of `order` in ascending order of `key`, which must be an integer from 0 below 2^48. */
export function radixSort(order: Uint32Array, key: (index: number) => number): Uint32Array {
  let max = 0
  for (const index of order) max = Math.max(max, key(index))
  let from = order
  for (let unit = 1; unit === 1 || max >= unit; unit *= RADIX) {
    const positions = new Uint32Array(RADIX + 1)
    const digit = (index: number) => Math.floor(key(index) / unit) % RADIX
    for (const index of from) {
      const next = digit(index) + 1
      positions[next] = (positions[next] as number) + 1
    }
    for (let value = 1; value <= RADIX; value++)
      positions[value] = (positions[value] as number) + (positions[value - 1] as number)
    const to = new Uint32Array(from.length)
    for (const index of from) {
      const value = digit(index)
      const position = positions[value] as number
      to[position] = index
      positions[value] = position + 1
    }
    from = to
  }
  return from
}

/** Creates a typed array that grows as values are added; its final length is not known in advance. */
export function createGrowingArray<Kind extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  Kind: new (length: number) => Kind,
): { push(value: number): void; readonly length: number; done(): Kind } {
  let values = new Kind(4096)
  let length = 0
  return {
    push(value) {
      if (length === values.length) {
        const larger = new Kind(Math.ceil(values.length * 1.5))
        larger.set(values)
        values = larger
      }
      values[length++] = value
    },
    get length() {
      return length
    },
    done: () => values.subarray(0, length) as Kind,
  }
}
