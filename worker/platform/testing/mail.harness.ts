/** For tests of mails: the visible texts of the HTML with their colors in the light and dark scheme. */

/** A visible text with its colors, as `#rrggbb`. */
export interface VisibleText {
  text: string
  color: string
  background: string
}

const VOID = new Set(['meta', 'br', 'img', 'hr', 'link'])

/**
 * Returns the visible texts with their inline colors; in the dark scheme with the colors that the style sheet sets by
 * `.class { color | background: … !important }`. Hidden texts and the head are excluded.
 */
export function visibleTexts(html: string, scheme: 'light' | 'dark'): VisibleText[] {
  const overrides = scheme === 'dark' ? darkRules(html) : new Map<string, Map<string, string>>()
  const stack = [{ name: '', ink: '', ground: '', hidden: false }]
  const texts: VisibleText[] = []
  const body = html.slice(html.indexOf('<body'))
  for (const [, close, name = '', attributes = '', content] of body.matchAll(
    /<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g,
  )) {
    const top = stack.at(-1)
    if (!top) break
    if (content !== undefined) {
      if (content.trim() && !top.hidden)
        texts.push({ text: content.trim(), color: top.ink, background: top.ground })
    } else if (close) stack.pop()
    else if (!VOID.has(name)) {
      const style = declarations(/style="([^"]*)"/.exec(attributes)?.[1] ?? '')
      for (const className of (/class="([^"]*)"/.exec(attributes)?.[1] ?? '').split(' ')) {
        for (const [property, value] of overrides.get(className) ?? []) style.set(property, value)
      }
      stack.push({
        name,
        ink: style.get('color') ?? top.ink,
        ground: style.get('background') ?? top.ground,
        hidden: top.hidden || style.get('display') === 'none',
      })
    }
  }
  return texts
}

/** Parses CSS declarations. */
function declarations(text: string): Map<string, string> {
  return new Map(
    text.split(';').flatMap((one) => {
      const colon = one.indexOf(':')
      const value = one.slice(colon + 1).replace('!important', '')
      return colon < 0 ? [] : [[one.slice(0, colon).trim(), value.trim()]]
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

/** Returns the WCAG 2.2 contrast of two colors `#rrggbb`; NaN for other texts. */
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
