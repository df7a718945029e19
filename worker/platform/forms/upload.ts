/** Reads a form that may have files: its size is limited before reading, then texts and files are separated. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cutField, FORM_MAX } from './form-body.ts'

/** The largest number of fields that are read. */
const FIELDS_MAX = 80

export interface Upload {
  fields: Readonly<Record<string, string | undefined>>
  /** The files of all fields; an empty file input gives no file. */
  files: File[]
  /** The file of each field with one; the last, if several fields have the name. */
  fileOf: Readonly<Record<string, File | undefined>>
}

/** Up to this many bytes, a too large body is read and ignored: a browser reads no response while it still sends. */
const DRAINED_MAX = 104_857_600

/**
 * Limits the size of a form whose files have up to `maxSize` bytes together; `refuse` creates the response to a larger
 * form.
 */
export function limitUpload<C extends Context>(
  maxSize: number,
  refuse: (c: C) => Response | Promise<Response>,
): MiddlewareHandler {
  const onError = async (c: Context) => {
    const { body, bodyUsed } = c.req.raw
    const length = Number(c.req.header('Content-Length'))
    if (body && !bodyUsed && length <= DRAINED_MAX) await body.pipeTo(new WritableStream()).catch(() => {})
    return refuse(c as C)
  }
  // Boundaries and texts beside the files may have the size of a plain form.
  const withFiles = bodyLimit({ maxSize: maxSize + FORM_MAX, onError })
  const plain = bodyLimit({ maxSize: FORM_MAX, onError })
  return (c, next) =>
    c.req.header('Content-Type')?.startsWith('multipart/form-data') ? withFiles(c, next) : plain(c, next)
}

/** Reads the texts and files; a body that is no form gives an empty form. */
export async function readUpload(c: Context): Promise<Upload> {
  const form = await c.req.formData().catch(() => null)
  const fields: Record<string, string> = Object.create(null)
  const files: File[] = []
  const fileOf: Record<string, File> = Object.create(null)
  for (const [name, value] of [...(form ?? [])].slice(0, FIELDS_MAX)) {
    if (typeof value === 'string') fields[name] = cutField(value)
    else if (value.name !== '' || value.size > 0) {
      files.push(value)
      fileOf[name] = value
    }
  }
  return { fields, files, fileOf }
}
