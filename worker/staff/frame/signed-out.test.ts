import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

beforeAll(openShop)

test('[H14a] after a session has ended, the sign-in leads back to the page, and a form is sent again with all that was typed', async () => {
  const browser = new Browser()
  await browser.signInAsStaff('owner')
  await env.DB.exec('DELETE FROM staff_session')
  const page = await browser.fetch('/staff/orders/?q=225%2F45')
  const signIn = page.headers.get('Location') ?? ''
  expect(signIn).toBe('/staff/sign-in/?next=%2Fstaff%2Forders%2F%3Fq%3D225%252F45')
  const html = await (await browser.fetch(signIn)).text()
  expect(html).toContain('You were signed out')
  expect(html).toContain('data-next="/staff/orders/?q=225%2F45"')
  const form = {
    action: 'note',
    order: 'TL-00000001',
    text: 'Call & <b>ask</b>',
    key: 'typed-before-the-end',
  }
  const body = new URLSearchParams(form)
  const answer = await browser.fetch('/staff/orders/form/', { method: 'POST', body })
  expect(answer.status).toBe(401)
  const again = await answer.text()
  expect(again).toContain(
    '<form data-passkey="sign-in" class="staff-passkey" action="/staff/orders/form/" method="post">',
  )
  expect(again).toContain('name="text" value="Call &amp; &lt;b&gt;ask&lt;/b&gt;"')
  const script = await browser.fetch('/staff/orders/form/', {
    ...{ method: 'POST', body: new URLSearchParams(form), headers: { Accept: 'application/json' } },
  })
  expect(await script.json()).toMatchObject({ code: 401 })
  const foreign = await new Browser().send(
    '/staff/orders/form/',
    { method: 'POST', body: new URLSearchParams(form) },
    {
      ...{ Origin: 'https://evil.example', Cookie: `__Host-staff-last=1.${'a'.repeat(24)}` },
    },
  )
  expect([foreign.status, (await foreign.text()).includes('Call')]).toEqual([403, false])
})

test('[H14a] a form that was typed before the sign-in is sent for the same person alone, and a forged device gets none', async () => {
  const [browser, other] = [new Browser(), new Browser()]
  await browser.signInAsStaff('owner')
  await other.signInAsStaff('manager')
  const of = (text: string, from: Browser) =>
    from.fetch('/staff/settings/form/', {
      method: 'POST',
      body: new URLSearchParams({ sentBy: text, group: 'orders', key: 'typed-by-another', versions: '{}' }),
    })
  const own = browser.cookies.get('__Host-staff-last') ?? ''
  expect((await of(own, other)).headers.get('Location')).toBe('/staff/')
  expect(await (await other.fetch('/staff/')).text()).toContain('Someone else typed this')
  expect(await (await of(own, browser)).text()).not.toContain('Someone else typed this')
  const forged = new Browser()
  forged.cookies.set('__Host-staff-last', `1.${'a'.repeat(24)}`)
  expect((await forged.fetch('/staff/')).status).toBe(404)
  expect((await of('', forged)).status).toBe(404)
})
