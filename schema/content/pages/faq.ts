/** Questions and answers in a text of the shop: headings that end with a question mark, and their paragraphs. */
export interface Question {
  question: string
  /** Plain text, paragraphs separated by a blank line. */
  answer: string
}

const HEADING = /^#{2,4}\s+(.*?)\s*$/

/** Extracts the questions of a Markdown text; questions without an answer are omitted. */
export function extractQuestions(markdown: string): Question[] {
  const questions: { question: string; lines: string[] }[] = []
  let open: { question: string; lines: string[] } | null = null
  for (const line of markdown.split('\n')) {
    const heading = HEADING.exec(line)?.[1]
    if (heading === undefined) {
      open?.lines.push(line)
      continue
    }
    open = heading.endsWith('?') ? { question: plain(heading), lines: [] } : null
    if (open) questions.push(open)
  }
  return questions
    .map(({ question, lines }) => ({ question, answer: plain(lines.join('\n')).trim() }))
    .filter(({ answer }) => answer !== '')
}

/** Removes Markdown syntax: links become their text, list items become lines. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*[-*][ \t]+/gm, '')
    .replace(/(\*\*|__|\*|`)/g, '')
    .replace(/\n{3,}/g, '\n\n')
}
