import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { lostLines, reasonOf, retryFetch } from './retry.ts'

test('[audit B10] a request on a reset connection is repeated, counted and reported', async () => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (requests < 3) request.socket.resetAndDestroy()
    else response.end('{"code":200}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await retryFetch(url, { method: 'POST', body: '{}' }, (reply) => reply.json())).toEqual({
    code: 200,
  })
  expect(requests).toBe(3)
  expect(lostLines()).toEqual(['  2 connections were refused or reset, and their requests were repeated'])
  expect(lostLines()).toEqual([])

  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  const failure = await retryFetch(url, {}, (reply) => reply.text()).catch(reasonOf)
  expect(failure).toMatch(/^fetch failed: .*ECONNREFUSED/)
  expect(lostLines()).toHaveLength(1)
})

test('[audit B10] an error reply of the shop is not requested again', async () => {
  const failure = () => Promise.reject(new Error('An order answers 500'))
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(retryFetch(url, {}, failure)).rejects.toThrow('An order answers 500')
  expect(lostLines()).toHaveLength(0)
  server.close()
  server.closeAllConnections()
})
