/** An authenticator of tests: it makes passkeys and signs challenges like a phone, with ES256 keys. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

type Bytes = Uint8Array<ArrayBuffer>

const bytes = (...parts: (ArrayLike<number> | number)[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...Array.from(part)])))
const text = (value: string): Bytes => Uint8Array.from(new TextEncoder().encode(value))
const base64url = (value: Bytes): string => Buffer.from(value).toString('base64url')
const sha256 = async (value: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', value))

/** User present and verified; with a credential. */
const [VERIFIED, WITH_CREDENTIAL] = [0x05, 0x45]

/** CBOR of a byte string and of a short text. */
const cborBytes = (value: Bytes): Bytes =>
  value.length < 256
    ? bytes(0x58, value.length, value)
    : bytes(0x59, value.length >> 8, value.length & 255, value)
const cborText = (value: string): Bytes => bytes(0x60 + value.length, text(value))

export class Authenticator {
  counter = 0
  readonly #id = crypto.getRandomValues(new Uint8Array(16))
  #keys: CryptoKeyPair | null = null

  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  get #rpId(): string {
    return new URL(this.origin).hostname
  }

  /** Makes a passkey for these options. */
  async create({ challenge }: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    this.#keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
    const point = new Uint8Array((await crypto.subtle.exportKey('raw', this.#keys.publicKey)) as ArrayBuffer)
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an ES256 key on P-256.
    const key = bytes(
      ...[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21],
      cborBytes(point.slice(1, 33)),
      0x22,
      cborBytes(point.slice(33)),
    )
    const credential = bytes(new Uint8Array(16), 0, this.#id.length, this.#id, key)
    const authData = bytes(await this.#authData(WITH_CREDENTIAL), credential)
    const attestation = bytes(
      0xa3,
      ...[cborText('fmt'), cborText('none'), cborText('attStmt')],
      0xa0,
      ...[cborText('authData'), cborBytes(authData)],
    )
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    }
  }

  /** Signs the challenge of a sign-in. */
  async get({ challenge }: PublicKeyCredentialRequestOptionsJSON): Promise<AuthenticationResponseJSON> {
    if (!this.#keys) throw new Error('this authenticator has no passkey')
    this.counter += 1
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = await this.#authData(VERIFIED)
    const signed = bytes(authData, await sha256(clientData))
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      this.#keys.privateKey,
      signed,
    )
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(toDer(new Uint8Array(signature))),
      },
    }
  }

  #credential() {
    const id = base64url(this.#id)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string): Bytes {
    return text(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  async #authData(flags: number): Promise<Bytes> {
    const counter = [
      this.counter >>> 24,
      (this.counter >>> 16) & 255,
      (this.counter >>> 8) & 255,
      this.counter & 255,
    ]
    return bytes(await sha256(text(this.#rpId)), flags, counter)
  }
}

/** Converts the two numbers of a signature from WebCrypto's form to that of passkeys. */
function toDer(signature: Bytes): Bytes {
  const integer = (value: Bytes): Bytes => {
    const start = value.findIndex((byte) => byte !== 0)
    const short = value.slice(start < 0 ? value.length - 1 : start)
    const positive = (short[0] ?? 0) & 0x80 ? bytes(0, short) : short
    return bytes(0x02, positive.length, positive)
  }
  const [r, s] = [integer(signature.slice(0, 32)), integer(signature.slice(32))]
  return bytes(0x30, r.length + s.length, r, s)
}
