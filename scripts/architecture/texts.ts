/** Finds the texts that people read on screens and in mails, for the word test and the figures. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { isForTests } from './rooms.ts'

export interface VisibleText {
  file: string
  line: number
  /** One sentence or label, its inserted values as "…". */
  text: string
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** Attributes and properties whose values are names for programs. */
const PROGRAM_NAMES =
  /^(?:class(?:Name)?|d|points|viewBox|transform|style|href|src|srcSet|sizes|action|autoComplete|rel|allow|accept|key|type|id|name|pattern|content|csp|sql)$/
/** Calls whose strings nobody reads on a screen. */
const UNSEEN_CALLS =
  /^(?:sql|css|raw|log\w*|console\.\w+|prepare|exec|matchMedia|querySelector(?:All)?|closest|matches)$/
/** Files whose texts are for programs, developers and operators: calls of the API, providers, the log, the import. */
const UNSEEN_FILES = [
  /\.(?:sql|table|css|generated|d)\.ts$|harness\.tsx?$|README\.md$/,
  /(?:^|\/)compat\//,
  /^sandbox\/(?!.*(?:page|people|sandbox-home))/,
  /^worker\/(?:config|cron|journey|orders\/payments\/|platform\/(?!page\/|mail\/))/,
  /^schema\/catalog\/attributes\//,
  /^scripts\/(?:base\/(?:cars|fees|regions|taxes|merge|load|urls)|seed\/(?:consent|load|sizes|pdf|files|facets))\b/,
]
const READ_FOLDERS = ['worker', 'client', 'schema', 'sandbox', 'scripts/base', 'scripts/seed']

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`
  return String(node.name ?? node.value ?? '')
}

/** Returns the words of a string as a shopper sees them, without markup. */
const tidy = (text: string) =>
  text
    .replace(/<\/?[a-z!][^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A sentence has a blank and a word in small letters; a label begins with a capital and has small letters. */
function isReadable(text: string): boolean {
  return /[A-Za-z…] .*[a-z]|[a-z] /.test(text) || /^[A-Z][a-z-]/.test(text)
}

function textOfTemplate(node: Node): string {
  const parts = node.quasis as { value: { cooked: string } }[]
  return parts.map(({ value }) => value.cooked).join('…')
}

/** Returns the text of an element with its inline elements, where it has any words of its own. */
function textOfElement(node: Node): string {
  const children = (node.children ?? []) as Node[]
  if (!children.some((child) => child.type === 'JSXText' && /[A-Za-z]/.test(String(child.value)))) return ''
  return children
    .map((child) => {
      if (child.type === 'JSXText') return String(child.value)
      if (child.type === 'JSXElement' || child.type === 'JSXFragment') return textOfElement(child) || '…'
      const inner = child.expression as Node | undefined
      return inner?.type === 'Literal' ? String(inner.value) : inner?.type === 'JSXEmptyExpression' ? '' : '…'
    })
    .join('')
}

function isUnseen(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSLiteralType':
    case 'TSTemplateLiteralType':
    case 'NewExpression':
      return (
        node.type !== 'NewExpression' ||
        /^(?:RegExp|URL|Error|TypeError|RangeError)$/.test(nameOf(node.callee))
      )
    case 'TaggedTemplateExpression':
      return UNSEEN_CALLS.test(nameOf(node.tag))
    case 'CallExpression':
      return UNSEEN_CALLS.test(
        nameOf(node.callee).replace(/^.*\.(?=\w+$)/, (before) => (before === 'console.' ? before : '')),
      )
    case 'AssignmentExpression':
      return PROGRAM_NAMES.test(nameOf(node.left).replace(/^.*\./, ''))
    case 'JSXAttribute':
      return PROGRAM_NAMES.test(nameOf(node.name))
    case 'Property':
      return isNode(node.value) && node.value.type === 'Literal' && PROGRAM_NAMES.test(nameOf(node.key))
    default:
      return false
  }
}

function textsOfCode(file: string, source: string): VisibleText[] {
  const { program } = parseSync(file, source)
  const found: VisibleText[] = []
  const add = (node: Node, text: string) => {
    const words = tidy(text)
    if (isReadable(words))
      found.push({ file, line: source.slice(0, node.start).split('\n').length, text: words })
  }
  const visit = (node: Node, insideElement: boolean): void => {
    if (isUnseen(node)) return
    if (node.type === 'Literal' && typeof node.value === 'string') add(node, node.value)
    if (node.type === 'TemplateLiteral') add(node, textOfTemplate(node))
    const isElement = node.type === 'JSXElement' || node.type === 'JSXFragment'
    const text = isElement && !insideElement ? textOfElement(node) : ''
    if (text) add(node, text)
    for (const child of childrenOf(node)) visit(child, isElement && (insideElement || text !== ''))
  }
  visit(program as unknown as Node, false)
  return found
}

/** Returns the visible texts of one file: strings and elements of code, lines of Markdown and CSV. */
export function visibleTextsOf(file: string, source: string): VisibleText[] {
  if (/\.tsx?$/.test(file)) return textsOfCode(file, source)
  if (!/\.(?:md|csv)$/.test(file)) return []
  return source
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text: tidy(text) }))
    .filter(({ text }) => text !== '')
}

/** Returns every visible text of the repository in the working directory. */
export function findVisibleTexts(): VisibleText[] {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...READ_FOLDERS],
    {
      encoding: 'utf8',
    },
  )
  return files
    .split('\n')
    .filter((file) => file !== '' && !isForTests(file) && !UNSEEN_FILES.some((unseen) => unseen.test(file)))
    .flatMap((file) => visibleTextsOf(file, readFileSync(file, 'utf8')))
}
