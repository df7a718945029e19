/** Makes QR codes of links. */
import { correction, generate, mode } from 'lean-qr'
import type { QrMatrix } from '../../../schema/staff/print/qr-matrix.ts'

/** 37 modules a side: with less, a stain over a sixth of the code is more than its spare data can repair (decision 330). */
const MIN_VERSION = 5

/** Returns the code of a link in capitals, with the most spare data (level H). */
export function qrCode(link: string): QrMatrix {
  const bitmap = generate(mode.alphaNumeric(link), {
    minCorrectionLevel: correction.H,
    minVersion: MIN_VERSION,
  })
  return { size: bitmap.size, isDark: (x, y) => bitmap.get(x, y) }
}

/** Returns the code of a link with small letters, for a screen that no stain covers (level M). */
export function screenCode(link: string): QrMatrix {
  const bitmap = generate(link, { minCorrectionLevel: correction.M })
  return { size: bitmap.size, isDark: (x, y) => bitmap.get(x, y) }
}
