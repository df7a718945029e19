/** /api-reference/: every call of the server, from the OpenAPI document of the build (H7). */
import type { Context } from 'hono'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import {
  API_DOCUMENT_PATH,
  type ApiDocument,
  type ApiOperation,
  type ApiResponse,
  type ApiSchema,
  formatSchema,
  readApiDocument,
  resultSchema,
} from '../catalog/api-document.ts'

interface Call extends ApiOperation {
  method: string
  path: string
}

/** Labels for the `in` of a parameter. */
const LOCATIONS: Readonly<Record<string, string>> = {
  path: 'in the path',
  query: 'in the query',
  header: 'as a header',
}

function idOf(tag: string): string {
  return tag.toLowerCase()
}

/** Renders a text with names between backticks. */
function InlineCode({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key and never move
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}

function Fields({ call }: { call: Call }) {
  const parameters = (call.parameters ?? []).map(({ schema, ...rest }) => ({ ...rest, shape: schema }))
  const [media, body] = Object.entries(call.requestBody?.content ?? {})[0] ?? []
  const location = media === 'multipart/form-data' ? 'in the form' : 'in the body'
  const bodyFields = Object.entries(fieldsOf(body?.schema)).map(([name, shape]) => ({
    name,
    in: location,
    required: body?.schema.required?.includes(name) ?? false,
    description: shape.description,
    shape,
  }))
  const all = [...parameters, ...bodyFields]
  if (all.length === 0) return body ? <p>{`The body: ${formatSchema(body.schema)}.`}</p> : null
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">What it takes</th>
          <th scope="col">Shape</th>
        </tr>
      </thead>
      <tbody>
        {all.map((field) => (
          <tr key={`${field.in} ${field.name}`}>
            <th scope="row">
              <code>{field.name}</code>
              <span>{`${LOCATIONS[field.in] ?? field.in}${field.required ? '' : ', may be left out'}`}</span>
            </th>
            <td>
              <InlineCode text={[formatSchema(field.shape), field.description].filter(Boolean).join('. ')} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the fields of a body with those of all its alternatives. */
function fieldsOf(schema: ApiSchema | undefined): Record<string, ApiSchema> {
  if (!schema) return {}
  return { ...schema.properties, ...Object.assign({}, ...(schema.anyOf ?? []).map(fieldsOf)) }
}

function Replies({ call, document }: { call: Call; document: ApiDocument }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">It answers</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(call.responses).map(([status, reply]) => (
          <Reply key={status} status={status} reply={reply} document={document} />
        ))}
      </tbody>
    </table>
  )
}

function Reply({ status, reply, document }: { status: string; reply: ApiResponse; document: ApiDocument }) {
  const name = reply.$ref?.split('/').at(-1)
  const response = name === undefined ? reply : (document.components.responses[name] ?? reply)
  const body = response.content?.['application/json']?.schema
  return (
    <tr>
      <th scope="row">
        <code>{status}</code>
        <span>
          <InlineCode text={response.description ?? ''} />
        </span>
      </th>
      <td>{body ? formatSchema(resultSchema(body)) : response.content ? 'a file' : 'messages'}</td>
    </tr>
  )
}

function Example({ title, value }: { title: string; value: unknown }) {
  if (value === undefined) return null
  return (
    <details>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <pre tabIndex={0}>
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </details>
  )
}

function CallPart({ call, document }: { call: Call; document: ApiDocument }) {
  const [body] = Object.values(call.requestBody?.content ?? {})
  const [success] = Object.values(call.responses)
  return (
    <section className="api-call" id={call.operationId}>
      <h3>
        <code>{`${call.method} ${call.path}`}</code>
      </h3>
      <p>
        <InlineCode text={call.summary} />
      </p>
      <p className="api-who">{`For ${call['x-who']}.`}</p>
      <Fields call={call} />
      <Replies call={call} document={document} />
      <Example title={`Example of a request to ${call.operationId}`} value={body?.example} />
      <Example
        title={`Example of a reply of ${call.operationId}`}
        value={success?.content?.['application/json']?.example}
      />
    </section>
  )
}

function Reference({ document }: { document: ApiDocument }) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Call => ({ ...one, path, method: method.toUpperCase() })),
  )
  return (
    <>
      <p>
        <InlineCode text={document.info.description} />
      </p>
      <p>
        {`${calls.length} calls, version ${document.info.version}. The same for programs: `}
        <a href={API_DOCUMENT_PATH}>openapi.json</a>, OpenAPI 3.1.
      </p>
      <nav aria-label="Parts of the API">
        <ul>
          {document.tags.map(({ name }) => (
            <li key={name}>
              <a href={`#${idOf(name)}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      {document.tags.map(({ name, description }) => (
        <section key={name} className="api-part">
          <h2 id={idOf(name)}>{name}</h2>
          <p>
            <InlineCode text={description} />
          </p>
          {calls
            .filter(({ tags }) => tags.includes(name))
            .map((call) => (
              <CallPart key={call.operationId} call={call} document={document} />
            ))}
        </section>
      ))}
    </>
  )
}

/** Replies with the reference page; without a build it is not cached. */
export async function apiReferencePage(c: Context<AppEnv>): Promise<Response> {
  const document = await readApiDocument(c.env)
  if (!document) c.var.pageCache.skip()
  return contentPage(c, {
    title: 'API reference',
    description: 'Every call of the shop: what it takes, what it answers and who may make it, with examples.',
    canonical: paths.apiReference,
    kind: 'text',
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: 'API reference' }],
    body: (
      <article className="wrap prose api-reference">
        <h1>API reference</h1>
        {document ? <Reference document={document} /> : <p>It is written by npm run build.</p>}
      </article>
    ),
  })
}
