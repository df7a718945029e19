/** Arithmetic over columns, such as `38 + (rim - 13) * 11`: numbers, columns, + - * / and parentheses. */

export type Formula = (column: (name: string) => number) => number

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|([-+*/()]))/y

/** Parses a formula; an error names the position of the problem. */
export function readFormula(text: string): Formula {
  const tokens = tokensOf(text)
  let position = 0
  const sign = (signs: string) => {
    const token = tokens[position]
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return null
    position += 1
    return token.text
  }
  const fail = (): never => {
    throw new Error(`the formula "${text}" makes no sense at "${tokens[position]?.text ?? 'its end'}"`)
  }
  const factor = (): Formula => {
    if (sign('-')) {
      const value = factor()
      return (column) => -value(column)
    }
    if (sign('(')) {
      const value = sum()
      return sign(')') ? value : fail()
    }
    const token = tokens[position]
    if (!token || token.kind === 'sign') return fail()
    position += 1
    return token.kind === 'number' ? () => Number(token.text) : (column) => column(token.text)
  }
  const product = (): Formula => {
    let left = factor()
    for (let op = sign('*/'); op; op = sign('*/')) {
      const [a, b, times] = [left, factor(), op === '*']
      left = (column) => (times ? a(column) * b(column) : a(column) / b(column))
    }
    return left
  }
  const sum = (): Formula => {
    let left = product()
    for (let op = sign('+-'); op; op = sign('+-')) {
      const [a, b, plus] = [left, product(), op === '+']
      left = (column) => (plus ? a(column) + b(column) : a(column) - b(column))
    }
    return left
  }
  const formula = sum()
  return position === tokens.length ? formula : fail()
}

function tokensOf(text: string): { kind: 'number' | 'name' | 'sign'; text: string }[] {
  const tokens: ReturnType<typeof tokensOf> = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex
    const [, digits, name, symbol] = TOKEN.exec(text) ?? []
    if (digits !== undefined) tokens.push({ kind: 'number', text: digits })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (symbol !== undefined) tokens.push({ kind: 'sign', text: symbol })
    else throw new Error(`the formula "${text}" makes no sense at "${text.slice(at)}"`)
  }
  return tokens
}
