import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { handleCron } from '../../cron.ts'

const counter = new Browser()
const manager = new Browser()
let chat = ''

beforeAll(async () => {
  await openShop()
  await counter.signInAsStaff('counter')
  await manager.signInAsStaff('manager')
  const shopper = new Browser()
  const body = new URLSearchParams({
    action: 'say',
    text: 'Is TL-1001 still there?',
    client: crypto.randomUUID(),
  })
  await shopper.fetch('/chat/form/', { method: 'POST', body })
  const id = await env.DB.prepare('SELECT max(id) AS id FROM chat_conversation').first('id')
  chat = `/staff/chats/${id}`
})

const write = (name: string, title: string, content: string) =>
  manager.fetch('/staff/texts/form', {
    method: 'POST',
    body: new URLSearchParams({
      ...{ action: 'save', id: `block/${name}`, version: '0', key: `answer-${name}` },
      ...{ title, content, isActive: 'on' },
    }),
  })
const page = async (query = '') => (await counter.fetch(`${chat}${query}`)).text()
const draftOf = (html: string) => /<textarea[^>]*id="chat-text-staff"[^>]*>([^<]*)</.exec(html)?.[1]

test('[H14m] a ready answer with the link of the unit is two presses from its conversation', async () => {
  await write('chat-there', 'It’s there', 'Yes, it’s in stock: {unit}')
  await write('notes', 'No answer', 'Not for chats')
  const html = await page()
  expect(html).toMatch(/<button[^>]*value="chat-there"/)
  expect(html).not.toContain('No answer')
  // The unit that the shopper named is in the field already.
  expect(html).toMatch(/<input[^>]*value="TL-1001"/)
  const draft = draftOf(await page('?answer=chat-there&unit=TL-1001')) ?? ''
  expect(draft).toMatch(/^Yes, it’s in stock: https:\/\/shop\.example\/p\/TL-1001\//)
  const link = draft.slice(draft.indexOf('/p/'))
  expect((await counter.fetch(link)).status).toBe(200)
})

test('[H14m] an answer without its unit is not written, and one that needs none is', async () => {
  await write('chat-hours', 'Hours', 'We’re open until 6.')
  const missing = await page('?answer=chat-there&unit=TL-0000')
  expect(missing).toContain('This answer needs a unit that the shop has. Enter its number.')
  expect(draftOf(missing)).toBe('')
  expect(draftOf(await page('?answer=chat-hours&unit='))).toBe('We’re open until 6.')
  expect(draftOf(await page('?answer=chat-none'))).toBe('')
})

const act = (fields: Record<string, string>, who = counter) =>
  who.fetch('/staff/form/', {
    method: 'POST',
    body: new URLSearchParams({ conversation: chat.slice('/staff/chats/'.length), ...fields }),
    redirect: 'manual',
  })
const wanted = async () =>
  (await env.DB.prepare('SELECT size FROM size_want ORDER BY size').all<{ size: string }>()).results.map(
    ({ size }) => size,
  )

test('[H14m] a wanted size is counted as demand once, until it is removed', async () => {
  await act({ action: 'want-size', version: '0', key: 'want-size-1', size: '225 45 17' })
  await act({ action: 'want-size', version: '1', key: 'want-size-2', size: '225/45R17' })
  await act({ action: 'want-size', version: '1', key: 'want-size-3', size: '205/55R16' })
  expect(await wanted()).toEqual(['205/55R16', '225/45R17'])
  expect(await page()).toContain('href="/t/s/225-45r17"')
  await act({ action: 'want-size', version: '2', key: 'want-size-4', size: 'winter' })
  expect(await page()).toContain('Enter a tire size, such as 225/45R17.')
  await act({ action: 'unwant-size', version: '2', key: 'want-size-5', size: '205/55R16' })
  expect(await wanted()).toEqual(['225/45R17'])
  const wantedAfter = async (days: number) => {
    const hour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
    await env.DB.exec(`UPDATE size_want SET at = ${hour - days * DAY_MS}`)
    await handleCron({ scheduledTime: hour }, env)
    return wanted()
  }
  expect(await wantedAfter(799)).toEqual(['225/45R17'])
  expect(await wantedAfter(801)).toEqual([])
})

test('[H14m] a conversation is given to someone who may answer it, and the list shows who', async () => {
  const id = (role: string) =>
    env.DB.prepare('SELECT id FROM staff WHERE role = ?').bind(role).first<number>('id')
  const version = async () =>
    String((await env.DB.prepare('SELECT version FROM chat_desk').first<number>('version')) ?? 0)
  const books = new Browser()
  await books.signInAsStaff('books')
  await act({
    action: 'assign-chat',
    version: await version(),
    key: 'assign-1',
    assignee: String(await id('books')),
  })
  expect(await page()).toContain('Choose someone who may answer chats.')
  await act({
    action: 'assign-chat',
    version: await version(),
    key: 'assign-2',
    assignee: String(await id('manager')),
  })
  expect(await env.DB.prepare('SELECT assignee FROM chat_desk').first('assignee')).toBe(await id('manager'))
  const list = await (await counter.fetch('/staff/chats/')).text()
  expect(list).toContain('Answered by')
  // Who left, or lost the permission, answers nobody anymore.
  const listAfter = async (change: string) => {
    await env.DB.exec(
      `UPDATE staff SET ${change} WHERE role IN ('manager', 'books') AND id = ${await env.DB.prepare('SELECT assignee FROM chat_desk').first('assignee')}`,
    )
    return (await counter.fetch('/staff/chats/')).text()
  }
  expect(await listAfter('ended_at = 1')).not.toContain('Answered by')
  expect(await listAfter("ended_at = NULL, role = 'books'")).not.toContain('Answered by')
  expect(await listAfter("role = 'manager'")).toContain('Answered by')
  const refused = await act(
    { action: 'want-size', version: '9', key: 'want-size-9', size: '205/55R16' },
    books,
  )
  expect(refused.status).toBe(403)
})
