import jsQR from 'jsqr'
import decodeQr from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrCode } from '../../../client/staff/print/qr-code.ts'
import { type QrMatrix, QUIET_ZONE } from '../../../schema/staff/print/qr-matrix.ts'
import { unitLink } from '../../../schema/staff/print/unit-link.ts'

/** Dots of a module on the smallest label, at 203 dpi. */
const DOTS = 3

type Modules = (x: number, y: number) => boolean

/** Renders a code with its quiet zone as a camera sees it; stained modules are black. */
function photograph({ size, isDark }: QrMatrix, isStained: Modules = () => false) {
  const side = (size + 2 * QUIET_ZONE) * DOTS
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let at = 0; at < side * side; at++) {
    const column = Math.floor((at % side) / DOTS) - QUIET_ZONE
    const row = Math.floor(at / side / DOTS) - QUIET_ZONE
    const isInside = Math.min(column, row) >= 0 && Math.max(column, row) < size
    if (isInside && (isDark(column, row) || isStained(column, row))) data.fill(0, at * 4, at * 4 + 3)
  }
  return { data, width: side, height: side }
}

const DECODERS: Record<string, (image: ReturnType<typeof photograph>) => string | undefined> = {
  jsqr: ({ data, width, height }) => jsQR(data, width, height)?.data,
  qr: (image) => {
    try {
      return decodeQr(image)
    } catch {
      return undefined
    }
  },
}

/** All round stains of 15 % of the modules that leave the patterns free by which a reader finds the code. */
function stainsOf(size: number): Modules[] {
  const stained = 0.15 * size * size
  const radius = Math.sqrt(stained / Math.PI) + 0.1
  const isPattern: Modules = (x, y) =>
    (x < 9 && y < 9) ||
    (x > size - 9 && y < 9) ||
    (x < 9 && y > size - 9) ||
    (Math.abs(x - (size - 7)) < 3 && Math.abs(y - (size - 7)) < 3)
  const cells = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)] as const)
  return cells
    .map(
      ([centerX, centerY]): Modules =>
        (x, y) =>
          (x - centerX) ** 2 + (y - centerY) ** 2 <= radius ** 2,
    )
    .filter((isStained) => {
      const inside = cells.filter(([x, y]) => isStained(x, y))
      return inside.length >= stained && !inside.some(([x, y]) => isPattern(x, y))
    })
}

test.each(['https://shop.example', 'http://127.0.0.1:8787', 'https://www.chicago-treadline.example'])(
  '[H14g] two decoders read the code of a label of %s, also with a stain over 15 % of it',
  (site) => {
    const link = unitLink(site, 'TL-1043274')
    const matrix = qrCode(link)
    const stains = stainsOf(matrix.size)
    expect(stains.length).toBeGreaterThan(50)
    for (const [name, decode] of Object.entries(DECODERS)) {
      expect(decode(photograph(matrix)), name).toBe(link)
      const read = stains.filter((isStained) => decode(photograph(matrix, isStained)) === link)
      expect(read.length / stains.length, name).toBeGreaterThan(0.98)
    }
  },
)
