import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchAgain, lostLines, reasonOf } from './retry.ts'

test('[audit B10] a connection that was reset is tried again, counted and reported', async () => {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (asked < 3) request.socket.resetAndDestroy()
    else response.end('{"code":200}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await fetchAgain(url, { method: 'POST', body: '{}' }, (reply) => reply.json())).toEqual({
    code: 200,
  })
  expect(asked).toBe(3)
  expect(lostLines()).toEqual(['  2 connections were refused or reset, and what they asked was asked again'])
  expect(lostLines()).toEqual([])

  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  const failure = await fetchAgain(url, {}, (reply) => reply.text()).catch(reasonOf)
  expect(failure).toMatch(/^fetch failed: .*ECONNREFUSED/)
  expect(lostLines()).toHaveLength(1)
})

test('[audit B10] an answer of the shop that is none is not asked for again', async () => {
  const failure = () => Promise.reject(new Error('An order answers 500'))
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(fetchAgain(url, {}, failure)).rejects.toThrow('An order answers 500')
  expect(lostLines()).toHaveLength(0)
  server.close()
  server.closeAllConnections()
})
