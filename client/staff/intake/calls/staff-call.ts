/** Sends drafts and photos (H14). `callApi` has neither PUT nor files, so that pages of the shop stay small. */
import type { Reply } from '../../../../schema/platform/http/reply.api.ts'
import { NETWORK_ERROR } from '../../../platform/api/call-api.ts'

export interface StaffReply {
  /** The envelope's code, or `NETWORK_ERROR`. */
  code: number
  result: unknown
}

/** Sends a file, or a value as JSON. Never throws. */
export async function staffCall(
  method: 'PUT' | 'POST',
  path: string,
  body: unknown,
  timeoutMs: number,
): Promise<StaffReply> {
  const isFile = body instanceof Blob
  try {
    const response = await fetch(path, {
      method,
      headers: { Accept: 'application/json', ...(isFile ? {} : { 'Content-Type': 'application/json' }) },
      body: isFile ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const envelope: Partial<Reply<unknown>> | null = await response.json().catch(() => null)
    return { code: envelope?.code ?? (response.ok ? 500 : response.status), result: envelope?.result }
  } catch {
    return { code: NETWORK_ERROR, result: null }
  }
}
