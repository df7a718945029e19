/** Links of labels: a tire's label leads to its unit, a bin's to its bin. A scanner types the same links into a field. */

/** First part of the path of a link, in capitals as on labels. */
const UNIT_PART = 'U'
const BIN_PART = 'B'

/**
 * Returns the link of a unit in capitals, which a QR code stores in three quarters of the space: `HTTPS://HOST/U/TL1043274` for
 * TL-1043274. `siteUrl` is the shop's address without a slash at its end.
 */
export function unitLink(siteUrl: string, sku: string): string {
  return link(siteUrl, UNIT_PART, /^[a-z]+-\d+$/i.test(sku) ? sku.replace('-', '') : sku)
}

/** Returns the link of a bin: `HTTPS://HOST/B/A-12-3`. */
export function binLink(siteUrl: string, bin: string): string {
  return link(siteUrl, BIN_PART, bin)
}

/** Percent-encodes whatever the compact mode of QR codes lacks; capitals mean the same in hosts and in percent codes. */
function link(siteUrl: string, part: string, name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /[_!~'()]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
  return `${siteUrl}/${part}/${encoded}`.toUpperCase()
}

/** Returns the spellings of a sku that a label or a person may mean: `TL1043274` is TL-1043274. Any case. */
export function skuSpellings(typed: string): string[] {
  const text = typed.trim().toUpperCase()
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(text) ?? []
  return letters && digits ? [text, `${letters}-${digits}`] : [text]
}

export type Scan = { kind: 'unit'; sku: string } | { kind: 'bin'; bin: string }

/** Reads what a scanner or a person typed: the link of a label, or a sku. `null` for an empty text. */
export function parseScan(typed: string): Scan | null {
  const text = typed.trim()
  const [, part, name] = /^https?:\/\/[^/]+\/([ub])\/([^/?#]+)$/i.exec(text) ?? []
  if (part && name) {
    const decoded = decode(name)
    return part.toUpperCase() === UNIT_PART
      ? { kind: 'unit', sku: decoded }
      : { kind: 'bin', bin: decoded.toUpperCase() }
  }
  return text === '' ? null : { kind: 'unit', sku: text }
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
