import { expect, test } from 'vitest'
import { contrast, visibleTexts } from '../testing/mail.harness.ts'
import { renderMailTemplate } from './mail-template.mail.tsx'

const SITE = 'https://shop.example'

const mail = renderMailTemplate(
  {
    subject: 'Your code',
    title: 'Ten percent',
    preview: 'Off your next order.',
    parts: [
      { kind: 'text', text: 'Type it in the cart.' },
      { kind: 'code', text: 'NEWS-1' },
      { kind: 'action', label: 'Find tires', href: `${SITE}/t` },
      { kind: 'quote', text: 'Hello\n<b>there</b>' },
      { kind: 'note', text: 'Good for thirty days.' },
      { kind: 'link', label: 'Stop these mails', href: `${SITE}/stop` },
    ],
  },
  SITE,
)

test('[G3] every block of a mail is in the HTML and in the text, and quoted text is never markup', () => {
  for (const text of ['Ten percent', 'NEWS-1', 'Type it in the cart.', `${SITE}/t`, `${SITE}/stop`]) {
    expect(mail.html).toContain(text)
    expect(mail.text).toContain(text)
  }
  expect(mail.html).toContain('&lt;b&gt;there&lt;/b&gt;')
  expect(mail.text).toContain('> Hello\n> <b>there</b>')
})

test.each(['light', 'dark'] as const)(
  '[G3] every text of a mail has enough contrast in the %s scheme',
  (scheme) => {
    const texts = visibleTexts(mail.html, scheme)
    expect(texts.length).toBeGreaterThan(7)
    const grounds = new Set(texts.map(({ background: ground }) => ground))
    expect(grounds).toEqual(new Set([scheme === 'light' ? '#F6F5F0' : '#16181A', '#007642']))
    for (const { text, color: ink, background: ground } of texts) {
      expect.soft(contrast(ink, ground), `${text}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  },
)
