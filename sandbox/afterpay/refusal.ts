import { jsonReply, type Reply } from '../reply.ts'

/** An error as Afterpay sends it. */
export interface Refusal {
  refused: true
  errorCode: string
  message: string
  httpStatusCode: number
}

export function refuse(httpStatusCode: number, errorCode: string, message: string): Refusal {
  return { refused: true, errorCode, message, httpStatusCode }
}

/** A body that cannot be used. */
export function fault422(errorCode: string, message: string): Refusal {
  return refuse(422, errorCode, message)
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value
}

export function refusalReply({ refused: _, ...body }: Refusal): Reply {
  return jsonReply(body.httpStatusCode, { ...body, errorId: crypto.randomUUID().slice(0, 16) })
}
