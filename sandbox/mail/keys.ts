import type { MailError } from './message.ts'

/** Returns the refusal of a request without the right key, or null. */
export function keyError(authorization: string | undefined, key: string): MailError | null {
  const sent = /^bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (sent === undefined) {
    return {
      statusCode: 401,
      name: 'missing_api_key',
      message: 'Missing API key in the authorization header.',
    }
  }
  return sent === key ? null : { statusCode: 403, name: 'invalid_api_key', message: 'API key is invalid.' }
}
