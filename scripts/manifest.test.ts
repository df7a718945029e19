import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Manifest {
  start_url: string
  scope: string
  display: string
  icons: { src: string; type: string; sizes: string; purpose?: string }[]
  shortcuts: { url: string }[]
}

test('[G9] the manifest opens a window of its own and has the icons that an installation needs', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Manifest
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en-US',
  })
  const sizes = (purpose?: string) =>
    manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes)
  expect(sizes()).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(sizes('maskable')).toEqual(['512x512'])
  // The pictures themselves: worker/layout/offline-without-script.test.ts.
  expect(manifest.icons.map(({ src }) => src)).toEqual([
    '/icon.svg',
    '/icons/192.png',
    '/icons/512.png',
    '/icons/maskable-512.png',
  ])
})
