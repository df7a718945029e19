/** Converts between the JSON of the server and what the browser's passkey functions take and return. */

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

type Descriptor = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] }

/** The options of the server, with base64url in place of bytes. */
export type CreationJson = Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: Descriptor[]
}
export type RequestJson = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string
}

export function toCreationOptions({ challenge, user, excludeCredentials = [], ...rest }: CreationJson) {
  return {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map(({ id, ...one }) => ({ ...one, id: toBytes(id) })),
  }
}

export function toRequestOptions({ challenge, ...rest }: RequestJson): PublicKeyCredentialRequestOptions {
  return { ...rest, challenge: toBytes(challenge) }
}

/** Returns the answer of a passkey as the server reads it. */
export function toCredentialJson({ id, rawId, response }: PublicKeyCredential) {
  const json: Record<string, unknown> = { clientDataJSON: toText(response.clientDataJSON) }
  if (response instanceof AuthenticatorAttestationResponse) {
    json.attestationObject = toText(response.attestationObject)
    json.transports = response.getTransports()
  } else if (response instanceof AuthenticatorAssertionResponse) {
    json.authenticatorData = toText(response.authenticatorData)
    json.signature = toText(response.signature)
    if (response.userHandle) json.userHandle = toText(response.userHandle)
  }
  return { id, rawId: toText(rawId), type: 'public-key', clientExtensionResults: {}, response: json }
}
