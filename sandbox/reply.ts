import type { Fault } from './control/faults.ts'

/** An HTTP reply as plain data, so that it can be stored and passed between objects. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

/** Returns a JSON reply. */
export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** Sends the reply: late or as a gateway's 502 when a fault says so. */
export async function sendReply(reply: Reply, fault: Pick<Fault, 'action' | 'ms'> | null): Promise<Response> {
  if (fault?.action === 'hang') await scheduler.wait(fault.ms)
  if (fault?.action === 'lose_reply') {
    return new Response('<html><body><h1>502 Bad Gateway</h1></body></html>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    })
  }
  return new Response(reply.body || null, { status: reply.status, headers: reply.headers })
}
