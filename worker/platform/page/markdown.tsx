/** The shop's texts in Markdown. The package's component has hooks, which no content page runs; its compiler has none. */
import { compiler } from 'markdown-to-jsx/react'

/** HTML in a text stays text. */
export function Markdown({ text }: { text: string }) {
  return compiler(text, { disableParsingRawHTML: true, forceBlock: true })
}
