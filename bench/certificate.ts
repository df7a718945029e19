/**
 * Creates a self-signed certificate for one host, valid for a day: X.509 in DER, encoded here because Node
 * can create keys and signatures but no certificates.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '../schema/platform/duration.ts'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const BOOLEAN = 0x01

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const hex = (text: string) => Buffer.from(text, 'hex')
const ECDSA_SHA256 = der(SEQUENCE, der(OBJECT_ID, hex('2a8648ce3d040302')))
const COMMON_NAME = der(OBJECT_ID, hex('550403'))
const SUBJECT_ALT_NAME = der(OBJECT_ID, hex('551d11'))
const BASIC_CONSTRAINTS = der(OBJECT_ID, hex('551d13'))
const TRUE = der(BOOLEAN, hex('ff'))

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(UTC_TIME, Buffer.from(digits.slice(2)))
}

export interface Certificate {
  /** Key and certificate as PEM. */
  key: string
  cert: string
}

export function newCertificate(host: string, now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(host)))))
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(OCTET_STRING, der(SEQUENCE, TRUE))),
    // [2] is a DNS name.
    der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTET_STRING, der(SEQUENCE, der(0x82, Buffer.from(host))))),
  )
  const body = der(
    SEQUENCE,
    // Version 3.
    der(0xa0, der(INTEGER, hex('02'))),
    der(INTEGER, hex('01'), randomBytes(8)),
    ECDSA_SHA256,
    name,
    der(SEQUENCE, time(now - DAY_MS / 24), time(now + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = der(SEQUENCE, body, ECDSA_SHA256, der(BIT_STRING, hex('00'), signature))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
