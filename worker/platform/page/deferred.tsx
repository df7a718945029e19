/**
 * Parts of a page that are sent when their data arrives, in the order of the document and without any script. React's
 * own stream would send them at the end, with an inline script that moves them to their place; the content policy of
 * the shop allows no such script.
 */
import { createContext, type ReactNode, use } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type DeferredPart = Promise<ReactNode>

/** The deferred parts of the root that is being rendered, in the order of the document. */
const DeferredParts = createContext<DeferredPart[] | null>(null)

/** Marks the position of a deferred part; React escapes such a text everywhere else. */
const MARK = '<template data-deferred=""></template>'

/** Renders `children` with the value of `of`: at once for a value, later for a promise. */
export function Deferred<Data>({
  of,
  children,
}: {
  of: Data | Promise<Data>
  children: (data: Data) => ReactNode
}): ReactNode {
  const parts = use(DeferredParts)
  if (!(of instanceof Promise)) return children(of)
  if (!parts) throw new Error('A deferred part is only possible on a page that is sent in order')
  parts.push(startDeferred(of.then(children)))
  return <template data-deferred="" />
}

/** Returns the promise of a deferred part; its failure is handled when the part is sent and is not "unhandled" until then. */
export function startDeferred<Data>(data: Promise<Data>): Promise<Data> {
  data.catch(() => undefined)
  return data
}

/** A rendered root: `texts` has one entry more than `parts`; each part lies between two texts. */
interface RenderedRoot {
  texts: string[]
  parts: DeferredPart[]
}

/** Renders an element up to its deferred parts. `idPrefix` distinguishes the ids of `useId` between the roots of a page. */
export function renderRoot(element: ReactNode, idPrefix = ''): RenderedRoot {
  const parts: DeferredPart[] = []
  const html = renderToStaticMarkup(<DeferredParts value={parts}>{element}</DeferredParts>, {
    identifierPrefix: idPrefix,
  })
  return { texts: parts.length === 0 ? [html] : html.split(MARK), parts }
}

/**
 * Yields the texts of a root and its deferred parts in order. `onFailure` returns the element that replaces a part whose
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
