import { jsonReply, type Reply } from '../reply.ts'

/** An error in Afterpay's form. */
export interface Refusal {
  refused: true
  errorCode: string
  message: string
  httpStatusCode: number
}

export function refuse(httpStatusCode: number, errorCode: string, message: string): Refusal {
  return { refused: true, errorCode, message, httpStatusCode }
}

/** Returns the refusal of an invalid body. */
export function fault422(errorCode: string, message: string): Refusal {
  return refuse(422, errorCode, message)
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value
}

export function refusalReply({ refused: _, ...body }: Refusal): Reply {
  return jsonReply(body.httpStatusCode, { ...body, errorId: crypto.randomUUID().slice(0, 16) })
}
