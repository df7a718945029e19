/** For tests of mails: what a reader of the HTML sees, with the contrast of every text in light and in dark. */

/** A run of text with its colors, as `#rrggbb`. */
export interface SeenText {
  text: string
  ink: string
  ground: string
}

const VOID = new Set(['meta', 'br', 'img', 'hr', 'link'])

/**
 * Walks the document with the colors that stand on the elements, and in the dark with those that the style sheet's
 * `.class { color | background: … !important }` puts over them. Hidden text and the head are left out.
 */
export function seenTexts(html: string, scheme: 'light' | 'dark'): SeenText[] {
  const over = scheme === 'dark' ? darkRules(html) : new Map<string, Map<string, string>>()
  const stack = [{ name: '', ink: '', ground: '', hidden: false }]
  const seen: SeenText[] = []
  const body = html.slice(html.indexOf('<body'))
  for (const [, close, name = '', attributes = '', words] of body.matchAll(
    /<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g,
  )) {
    const top = stack.at(-1)
    if (!top) break
    if (words !== undefined) {
      if (words.trim() && !top.hidden) seen.push({ text: words.trim(), ink: top.ink, ground: top.ground })
    } else if (close) stack.pop()
    else if (!VOID.has(name)) {
      const style = declarations(/style="([^"]*)"/.exec(attributes)?.[1] ?? '')
      for (const one of (/class="([^"]*)"/.exec(attributes)?.[1] ?? '').split(' ')) {
        for (const [property, value] of over.get(one) ?? []) style.set(property, value)
      }
      stack.push({
        name,
        ink: style.get('color') ?? top.ink,
        ground: style.get('background') ?? top.ground,
        hidden: top.hidden || style.get('display') === 'none',
      })
    }
  }
  return seen
}

function declarations(text: string): Map<string, string> {
  return new Map(
    text.split(';').flatMap((one) => {
      const at = one.indexOf(':')
      return at < 0
        ? []
        : [
            [
              one.slice(0, at).trim(),
              one
                .slice(at + 1)
                .replace('!important', '')
                .trim(),
            ],
          ]
    }),
  )
}

function darkRules(html: string): Map<string, Map<string, string>> {
  const sheet = /prefers-color-scheme: dark\) \{([\s\S]*?)\n\}/.exec(html)?.[1] ?? ''
  return new Map(
    [...sheet.matchAll(/\.([\w-]+) \{([^}]*)\}/g)].map(([, name = '', rules = '']) => [
      name,
      declarations(rules),
    ]),
  )
}

/** WCAG 2.2 contrast of two colors `#rrggbb`; NaN for anything else. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)?.slice(1) ?? ['x', 'x', 'x']
  const [r = 0, g = 0, b = 0] = channels.map((hex) => {
    const part = Number.parseInt(hex, 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
