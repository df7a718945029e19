import { jsonReply, type Reply } from '../reply.ts'

/** An error in Affirm's form. */
export interface Refusal {
  refused: true
  status_code: number
  type: string
  code: string
  message: string
  field?: string
}

export function refuse(status: number, code: string, message: string): Refusal {
  const type = status >= 500 ? 'api_error' : status === 402 ? 'declined' : 'invalid_request'
  return { refused: true, status_code: status, type, code, message }
}

export function invalidField(field: string, message: string): Refusal {
  return { ...refuse(400, 'invalid_field', message), field }
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value
}

export function refusalReply({ refused: _, ...body }: Refusal): Reply {
  return jsonReply(body.status_code, body)
}
