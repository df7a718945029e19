/**
 * Parts of a page that are sent when their data arrives, in the order of the document and without any script. React's
 * own stream would send them at the end, with an inline script that moves them to their place; the content policy of
 * the shop allows no such script.
 */
import { createContext, type ReactNode, use } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type LatePart = Promise<ReactNode>

/** The late parts of the root that is being rendered, in the order of the document. */
const LateParts = createContext<LatePart[] | null>(null)

/** Marks the position of a late part; React escapes such a text everywhere else. */
const MARK = '<template data-late=""></template>'

/** Renders `children` with the value of `of`: at once for a value, later for a promise. */
export function Late<Data>({
  of,
  children,
}: {
  of: Data | Promise<Data>
  children: (data: Data) => ReactNode
}): ReactNode {
  const parts = use(LateParts)
  if (!(of instanceof Promise)) return children(of)
  if (!parts) throw new Error('A late part is only possible on a page that is sent in order')
  parts.push(startLate(of.then(children)))
  return <template data-late="" />
}

/** Returns the promise of a late part; its failure is handled when the part is sent and is not "unhandled" until then. */
export function startLate<Data>(data: Promise<Data>): Promise<Data> {
  data.catch(() => undefined)
  return data
}

/** A rendered root: `texts` has one entry more than `parts`; each part lies between two texts. */
interface RenderedRoot {
  texts: string[]
  parts: LatePart[]
}

/** Renders an element up to its late parts. `idPrefix` distinguishes the ids of `useId` between the roots of a page. */
export function renderRoot(element: ReactNode, idPrefix = ''): RenderedRoot {
  const parts: LatePart[] = []
  const html = renderToStaticMarkup(<LateParts value={parts}>{element}</LateParts>, {
    identifierPrefix: idPrefix,
  })
  return { texts: parts.length === 0 ? [html] : html.split(MARK), parts }
}

/**
 * Yields the texts of a root and its late parts in order. `onFailure` returns the element that replaces a part whose
 * data or rendering failed.
 */
export async function* sendInOrder(
  { texts, parts }: RenderedRoot,
  onFailure: (error: unknown) => Promise<ReactNode>,
  idPrefix = '',
): AsyncGenerator<string, void> {
  for (const [index, text] of texts.entries()) {
    if (text !== '') yield text
    const part = parts[index]
    if (!part) continue
    const prefix = `${idPrefix}late${index}-`
    const root = await part
      .then((element) => renderRoot(element, prefix))
      .catch(async (error: unknown) => renderRoot(await onFailure(error), prefix))
    yield* sendInOrder(root, onFailure, prefix)
  }
}

/** Returns the texts as a stream of UTF-8. */
export function toByteStream(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return()
    },
  })
}
