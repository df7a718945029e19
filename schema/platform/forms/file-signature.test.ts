import { expect, test } from 'vitest'
import { IMAGE_TYPES, imageType } from './file-signature.ts'

const typeOf = (text: string) => imageType(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))

test('[H13c] [H13d] the content decides what an image is', () => {
  const images = ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'RIFF\x00\x00\x00\x00WEBPVP8 ']
  expect(images.map(typeOf)).toEqual(IMAGE_TYPES)
  for (const other of ['<svg onload="x()">', 'GIF89a', '%PDF-1.7', '', 'RIFF....WAVE', '\xff\xd8'])
    expect(typeOf(other), other).toBeNull()
})
