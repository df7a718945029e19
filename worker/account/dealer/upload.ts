/** Reads a form that may have files: bounded before it is read, then split into its texts and its files. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { UPLOAD_MAX } from '../../../schema/account/dealer/dealer.ts'
import { cutField, FORM_MAX } from '../../platform/forms/form-body.ts'

/** Bytes that boundaries and texts of such a form may take beside the files. */
const REST_MAX = FORM_MAX
/** Fields of one form that are looked at. */
const FIELDS_MAX = 60

export interface Upload {
  fields: Readonly<Record<string, string | undefined>>
  /** Of every file field; one that was left empty is none. */
  files: File[]
}

/** How much of a body that is too large is read and dropped: a browser reads no answer while it still sends. */
const DRAINED_MAX = 104_857_600

/** Refuses what is larger than the files that the shop takes; `refuse` answers. */
export function limitUpload<C extends Context>(
  refuse: (c: C) => Response | Promise<Response>,
): MiddlewareHandler {
  const onError = async (c: Context) => {
    const { body, bodyUsed } = c.req.raw
    const length = Number(c.req.header('Content-Length'))
    if (body && !bodyUsed && length <= DRAINED_MAX) await body.pipeTo(new WritableStream()).catch(() => {})
    return refuse(c as C)
  }
  const withFiles = bodyLimit({ maxSize: UPLOAD_MAX + REST_MAX, onError })
  const plain = bodyLimit({ maxSize: FORM_MAX, onError })
  return (c, next) =>
    c.req.header('Content-Type')?.startsWith('multipart/form-data') ? withFiles(c, next) : plain(c, next)
}

/** Reads texts and files; a body that is no form counts as an empty form. */
export async function readUpload(c: Context): Promise<Upload> {
  const form = await c.req.formData().catch(() => null)
  const fields: Record<string, string> = Object.create(null)
  const files: File[] = []
  for (const [name, value] of [...(form ?? [])].slice(0, FIELDS_MAX)) {
    if (typeof value === 'string') fields[name] = cutField(value)
    else if (value.name !== '' || value.size > 0) files.push(value)
  }
  return { fields, files }
}
