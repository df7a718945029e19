import { env } from 'cloudflare:workers'
import Argon2 from '@phi-ag/argon2'
import * as v from 'valibot'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { USER_DOCUMENT, type UserDocument } from '../../schema/compat/catalog/user-document.api.ts'
import { call, newNetwork, openShop, RILEY, signInThroughApi } from '../account/testing/account.harness.ts'
import { expectRateLimit } from '../platform/testing/rate-limit.harness.ts'

beforeAll(openShop)

let customers = 0
/** Creates a customer for one test. */
async function newCustomer(
  password = 'rubber-meets-road',
): Promise<{ email: string; password: string; id: number }> {
  customers += 1
  const email = `new${customers}@example.com`
  const body = { customer: { email, firstname: 'Ada', lastname: 'Byron' }, password }
  const { result } = await call<UserDocument>('POST', 'user/create', body)
  return { email, password, id: result.id }
}
const address = (more: object = {}) => ({
  firstname: 'Ada',
  lastname: 'Byron',
  street: ['1 Elm Street', 'Apt 2'],
  city: 'Chicago',
  region: { region: 'Illinois' },
  postcode: '60612',
  country_id: 'US',
  telephone: '(312) 555-0142',
  ...more,
})

describe('[F1] registering', () => {
  test('returns the customer without a sign-in; the mail is in the outbox', async () => {
    const { code, result, meta } = await call<UserDocument>('POST', 'user/create', {
      customer: {
        email: 'Fresh@Example.com ',
        firstname: 'Ada',
        lastname: "O'Brien",
        storeId: 1,
        custom_attributes: [{ attribute_code: 'telephone', value: '312-555-0142' }],
        addresses: [address({ default_shipping: true })],
      },
      password: 'rubber-meets-road',
    })
    expect([code, meta]).toEqual([200, undefined])
    expect(result).toMatchObject({
      email: 'fresh@example.com',
      group_id: 1,
      custom_attributes: [{ attribute_code: 'telephone', value: '3125550142' }],
      extension_attributes: { is_first_login: true },
      default_shipping: String(result.addresses[0]?.id),
    })
    expect(result).not.toHaveProperty('default_billing')
    expect(JSON.stringify(result)).not.toContain('password')
    const mail = await env.DB.prepare(
      "SELECT payload FROM outbox WHERE kind = 'welcome' ORDER BY id DESC",
    ).first<{ payload: string }>()
    const payload = { email: 'fresh@example.com', name: expect.any(String) }
    expect(JSON.parse(mail?.payload ?? '')).toEqual(payload)
  })

  test.each([
    [
      'a taken e-mail address',
      { email: ' RILEY@example.com' },
      'rubber-meets-road',
      /same email address already exists/,
    ],
    ['a short password', {}, 'short', /at least 6 letters/],
    ['an easy password', {}, 'Password1', /password is easy to guess/],
    ['a name of digits', { firstname: '1234' }, 'rubber-meets-road', /valid alphabet/],
    ['an invalid e-mail address', { email: 'nobody' }, 'rubber-meets-road', /valid e-mail/],
  ])('with %s is refused with a message', async (_, fields, password, message) => {
    const customer = { email: 'other@example.com', firstname: 'Ada', lastname: 'Byron', ...fields }
    const { code, result } = await call('POST', 'user/create', { customer, password })
    expect([code, result]).toEqual([400, expect.stringMatching(message)])
  })

  test('without required fields is refused with the errors of the schema', async () => {
    const { code, result } = await call<object[]>('POST', 'user/create', {
      customer: { email: 'x@example.com' },
    })
    expect(code).toBe(400)
    expect(result).toContainEqual(expect.objectContaining({ dataPath: '.customer.firstname' }))
  })
})

describe('[F1] signing in over the API', () => {
  test('returns a token that opens the profile, in the query or the header', async () => {
    const { token } = await signInThroughApi()
    const byQuery = await call<UserDocument>('GET', `user/me?token=${token}`)
    const byHeader = await call<UserDocument>('GET', 'user/me', undefined, {
      Authorization: `Bearer ${token}`,
    })
    expect(byQuery).toEqual(byHeader)
    expect(v.is(v.strictObject(USER_DOCUMENT.entries), byQuery.result)).toBe(true)
    expect(byQuery.result).toMatchObject({ id: 1, email: RILEY.email, store_id: 1 })
    expect(byQuery.result.groupToken?.length).toBeGreaterThan(10)
  })

  test('replaces a password hash with old parameters', async () => {
    await signInThroughApi({ email: 'dealer@example.com', password: 'forty-four-rims-26' })
    const row = await env.DB.prepare('SELECT password_hash AS hash FROM customer WHERE id = 2').first<{
      hash: string
    }>()
    expect(row?.hash).toMatch(/^\$argon2id\$/)
    expect(
      await signInThroughApi({ email: 'dealer@example.com', password: 'forty-four-rims-26' }),
    ).toHaveProperty('token')
  })

  test('computes one hash for a wrong password, an unknown address, and an account without a password', async () => {
    const { email } = await newCustomer()
    const { email: social } = await newCustomer()
    await env.DB.prepare('UPDATE customer SET password_hash = NULL WHERE email = ?').bind(social).run()
    const hashed = vi.spyOn(Argon2.prototype, 'tryVerify')
    for (const username of [email, 'nobody-at-all@example.com', social]) {
      hashed.mockClear()
      const { code } = await call('POST', 'user/login', { username, password: 'a guess' })
      expect([code, hashed.mock.calls.length]).toEqual([401, 1])
    }
    hashed.mockRestore()
  })

  test('is refused without a token or with the empty one of a guest', async () => {
    for (const path of ['user/me', 'user/me?token=', 'user/order-history?token=']) {
      const { code, result } = await call('GET', path, undefined, { Authorization: 'Bearer null' })
      expect([code, result]).toEqual([401, 'Consumer is not authorized to access %resources'])
    }
  })
})

describe('[F1] [D1] refreshing', () => {
  const refresh = (refreshToken: unknown, headers = {}) =>
    call<string | null>('POST', 'user/refresh', { refreshToken }, headers)

  test('returns tokens repeatedly, also concurrently, with the same refresh token', async () => {
    const { refreshToken } = await signInThroughApi()
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)])
    for (const { code, result } of answers) {
      expect(code).toBe(200)
      expect((await call('GET', `user/me?token=${result}`)).code).toBe(200)
    }
  })

  test.each([[undefined], [''], ['nonsense'], [7], ['A'.repeat(43)]])(
    'with %s fails with a falsy result, because clients use any other result as a token',
    async (token) => {
      const { code, result, meta } = await refresh(token)
      expect(code).not.toBe(200)
      expect(result).toBeNull()
      expect(String(meta?.message)).toContain('refresh token')
    },
  )

  test('from another network or with a new version of the browser works; with another browser in another network ends the session', async () => {
    const { token, refreshToken } = await signInThroughApi()
    expect((await refresh(refreshToken, { 'User-Agent': 'Client/2.4' })).code).toBe(200)
    const stolen = await refresh(refreshToken, { 'User-Agent': 'curl/8', 'CF-Connecting-IP': '203.0.113.9' })
    expect([stolen.code, stolen.result]).toEqual([401, null])
    expect((await refresh(refreshToken)).code).toBe(401)
    expect((await call('GET', `user/me?token=${token}`)).code).toBe(401)
  })
})

describe('[F5] changing the profile', () => {
  test('accepts the six fields and ignores all others', async () => {
    const { token, id } = await ownToken()
    const body = JSON.stringify({
      customer: {
        id: 1,
        firstname: 'Grace',
        group_id: 2,
        is_admin: true,
        isStaff: true,
        password: 'x',
        password_hash: 'x',
        website_id: 9,
        created_at: '2001-01-01',
        custom_attributes: [{ attribute_code: 'telephone', value: '3125550199' }],
        extension_attributes: { is_first_login: false, is_staff: true, company_name: 'Mine' },
      },
    }).replace(
      '"firstname"',
      '"__proto__":{"group_id":2,"lastname":"Polluted"},"constructor":{"group_id":2},"firstname"',
    )
    const { code, result } = await call<UserDocument>('POST', `user/me?token=${token}`, body)
    expect(code).toBe(200)
    expect(result).toMatchObject({
      id,
      firstname: 'Grace',
      lastname: 'Byron',
      group_id: 1,
      website_id: 1,
      custom_attributes: [{ attribute_code: 'telephone', value: '3125550199' }],
      extension_attributes: { is_first_login: false },
    })
    expect(({} as { group_id?: number }).group_id).toBeUndefined()
    expect(await env.DB.prepare('SELECT count(*) AS n FROM staff').first()).toEqual({ n: 0 })
    // The profile without the key `customer` has the same effect.
    const bare = await call<UserDocument>('POST', `user/me?token=${token}`, {
      lastname: 'Hopper',
      group_id: 2,
    })
    expect(bare.result).toMatchObject({ firstname: 'Grace', lastname: 'Hopper', group_id: 1 })
  })

  test('[audit D11] an unknown custom attribute is refused with its name, and nothing is saved', async () => {
    const { token } = await ownToken()
    const { code, result } = await call('POST', `user/me?token=${token}`, {
      customer: {
        firstname: 'Grace',
        custom_attributes: [
          { attribute_code: 'telephone', value: '3125550199' },
          { attribute_code: 'group_id', value: '2' },
        ],
      },
    })
    const errorMessage = 'The shop keeps no custom attribute group_id. Nothing was saved.'
    expect([code, result]).toEqual([500, { errorMessage, code: 400 }])
    const after = await call<UserDocument>('GET', `user/me?token=${token}`)
    expect(after.result).toMatchObject({ firstname: 'Ada', group_id: 1 })
    expect(after.result.custom_attributes).not.toContainEqual({
      attribute_code: 'telephone',
      value: '3125550199',
    })
  })

  test.each([
    [
      { country_id: 'CA', region: 'Ontario', region_id: undefined, postcode: 'K1A 0B1' },
      'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
    ],
    [
      { country_id: 'CA', region: undefined, region_id: undefined, postcode: 'K1A 0B1' },
      'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
    ],
    [
      { country_id: 'DE', region: undefined, region_id: undefined, postcode: '10115' },
      'Delivery is not available for your current location.',
    ],
    [
      { region: 'Narnia', region_id: undefined },
      'We don’t know this state. Please choose one from the list.',
    ],
  ])('[audit D11] an address outside of the delivery area is refused: %j', async (fields, errorMessage) => {
    const { token } = await ownToken()
    const { code, result } = await call('POST', `user/me?token=${token}`, {
      customer: { addresses: [address(fields)] },
    })
    expect([code, result]).toEqual([500, { errorMessage, code: 400 }])
  })

  test('adds, changes and deletes addresses, with one default of each kind', async () => {
    const { token } = await ownToken()
    const save = (addresses: object[]) =>
      call<UserDocument>('POST', `user/me?token=${token}`, { customer: { addresses } })
    const first = await save([
      address({ default_shipping: true, default_billing: true }),
      address({
        region_id: 57,
        region: undefined,
        postcode: '75201',
        city: 'Dallas',
        default_shipping: true,
      }),
    ])
    expect(first.code).toBe(200)
    const [chicago, dallas] = first.result.addresses
    expect(first.result).toMatchObject({
      default_shipping: String(dallas?.id),
      default_billing: String(chicago?.id),
    })
    expect(dallas).toMatchObject({
      region: { region_code: 'TX', region: 'Texas', region_id: 57 },
      street: ['1 Elm Street', 'Apt 2'],
      telephone: '3125550142',
      default_shipping: true,
    })
    expect(chicago).not.toHaveProperty('default_shipping')
    const second = await save([{ ...dallas, city: 'Big D', default_shipping: false }])
    expect(second.result.addresses).toEqual([expect.objectContaining({ id: dallas?.id, city: 'Big D' })])
    expect(second.result).not.toHaveProperty('default_shipping')
  })

  test('refuses the address of another customer by its id or its owner, and changes nothing', async () => {
    const [mine, theirs] = [await ownToken(), await ownToken()]
    const book = await call<UserDocument>('POST', `user/me?token=${theirs.token}`, {
      customer: { addresses: [address()] },
    })
    const id = book.result.addresses[0]?.id
    for (const foreign of [{ id }, { id: String(id) }, { id: 'x' }, { customer_id: theirs.id }]) {
      const { code, result } = await call('POST', `user/me?token=${mine.token}`, {
        customer: { firstname: 'Mallory', addresses: [address({ ...foreign, city: 'Taken' })] },
      })
      expect([code, result]).toEqual([403, 'Provided invalid address.id or address.customer_id'])
    }
    const after = await call<UserDocument>('GET', `user/me?token=${theirs.token}`)
    expect(after.result.addresses).toEqual(book.result.addresses)
    expect((await call<UserDocument>('GET', `user/me?token=${mine.token}`)).result.firstname).toBe('Ada')
  })

  test.each([
    [{ firstname: '123' }, 'Please use valid alphabet characters'],
    [{ email: 'riley@example.com' }, /same email address already exists/],
    [{ email: 'x' }, /valid e-mail/],
    [{ addresses: [address({ postcode: '75201' })] }, 'Invalid combination of zip code and state.'],
    [{ addresses: [address({ region: 'Atlantis', region_id: undefined })] }, 'We don’t know this state.'],
  ])('refuses %j with an errorMessage', async (customer, message) => {
    const { token } = await ownToken()
    const { code, result } = await call<{ errorMessage: string }>('POST', `user/me?token=${token}`, {
      customer,
    })
    expect(code).toBe(500)
    expect(result.errorMessage).toMatch(message)
  })

  test('[audit A12] notifies the old address of a new one, and replies with the unchanged customer', async () => {
    const { token, email, id } = await ownToken()
    const reply = await call<UserDocument>('POST', `user/me?token=${token}`, { email: `moved-${email}` })
    expect([reply.code, reply.result.email]).toEqual([200, email])
    const row = await env.DB.prepare(
      "SELECT payload FROM outbox WHERE kind = 'email-change-asked' ORDER BY id DESC",
    ).first<{
      payload: string
    }>()
    expect(JSON.parse(row?.payload ?? '')).toEqual({ customerId: id, before: email })
  })
})

describe('[F1] changing the password', () => {
  test('needs the current password, ends all sessions, and the new password signs in', async () => {
    const { token, email, password } = await ownToken()
    const change = (currentPassword: string, newPassword: string) =>
      call<{ errorMessage: string }>('POST', `user/change-password?token=${token}`, {
        currentPassword,
        newPassword,
      })
    for (const [current, next, message] of [
      ['wrong-one', 'another-road', "doesn't match this account"],
      [password, password, 'Your new and old passwords are the same'],
      [password, 'short', 'at least 6 letters'],
      [password, 'qwertyui', 'easy to guess'],
    ] as const) {
      const { code, result } = await change(current, next)
      expect([code, result.errorMessage]).toEqual([500, expect.stringContaining(message)])
    }
    expect((await change(password, 'another-road')).result).toBe(true)
    expect((await call('GET', `user/me?token=${token}`)).code).toBe(401)
    await expect(signInThroughApi({ email, password })).resolves.toMatchObject({ refreshToken: 'undefined' })
    expect((await signInThroughApi({ email, password: 'another-road' })).token).toContain('.')
  })
})

describe('[F1] a forgotten password', () => {
  test('an unknown address and an invalid one have their messages', async () => {
    const unknown = await call('POST', 'user/reset-password', { email: 'who@example.com' })
    expect(unknown).toMatchObject({
      code: 404,
      result: 'No such entity with email = who@example.com, websiteId = 1',
    })
    for (const body of [{}, { email: 'x' }, { email: 7 }]) {
      expect(await call('POST', 'user/reset-password', body)).toMatchObject({
        code: 500,
        result: 'Invalid e-mail provided!',
      })
    }
  })

  test('links can be requested a few times a minute, from a network and to an address', async () => {
    const { email } = await newCustomer()
    const request = async (address: string, from?: Record<string, string>) =>
      (await call('POST', 'user/reset-password', { email: address }, from)).code
    await expectRateLimit(5, 200, () => request(email))
    const home = { 'CF-Connecting-IP': newNetwork() }
    await expectRateLimit(5, 404, (nth) => request(`a${nth}@example.com`, home))
  })
})

describe('[F4] order history', () => {
  test('is empty for a new customer, has 20 orders per page, and ignores invalid numbers', async () => {
    const { token } = await ownToken()
    for (const query of ['', '&pageSize=0&currentPage=-1', '&pageSize=1e9&currentPage=x']) {
      const { result } = await call('GET', `user/order-history?token=${token}${query}`)
      expect(result).toMatchObject({
        items: [],
        search_criteria: { page_size: 20, current_page: 1 },
        total_count: 0,
      })
    }
  })
})

async function ownToken() {
  const customer = await newCustomer()
  return { ...customer, ...(await signInThroughApi(customer)) }
}
