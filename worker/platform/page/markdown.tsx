/** Renders Markdown. It uses the package's compiler, because its component has hooks, which content pages do not support. */
import { compiler } from 'markdown-to-jsx/react'

/** Renders a text; HTML in the text is shown as text. */
export function Markdown({ text }: { text: string }) {
  return compiler(text, { disableParsingRawHTML: true, forceBlock: true })
}
