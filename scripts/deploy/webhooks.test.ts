import { afterEach, beforeEach, expect, test } from 'vitest'
import { deployShop } from './deploy-shop.ts'
import { deployOptions, fakePorts, PRODUCTION } from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'
import { type FakeProviders, fakeProviders } from './testing/fake-providers.ts'

let providers: FakeProviders
beforeEach(async () => {
  providers = await fakeProviders()
})
afterEach(() => providers.close())

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_of_the_shop', STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_shop' }
const PAYPAL = { PAYPAL_CLIENT_ID: 'client-of-the-shop', PAYPAL_CLIENT_SECRET: 'secret-of-the-shop' }
const SITE = 'https://treadline.tests.workers.dev'

function options(given: Record<string, string>) {
  const vars = { STRIPE_API_URL: providers.url, PAYPAL_API_URL: providers.url }
  return deployOptions({ environment: { ...PRODUCTION, vars }, given })
}

test('[H4] the keys of Stripe and PayPal are enough: their webhooks are registered, and their secrets go to the Worker', async () => {
  const fake = fakeCloudflare()
  const ports = fakePorts(fake)
  const report = await deployShop(options({ ...STRIPE, ...PAYPAL }), ports)
  expect([...providers.stripe.values(), ...providers.paypal.values()]).toEqual([
    `${SITE}/webhooks/stripe`,
    `${SITE}/webhooks/paypal`,
  ])
  const secrets = fake.workers.get('treadline')?.secrets
  expect(secrets?.get('STRIPE_WEBHOOK_SECRET')).toBe('whsec_of_we_1')
  expect(secrets?.get('PAYPAL_WEBHOOK_ID')).toBe('we_2')
  expect(ports.lines.join('\n')).not.toMatch(/whsec|sk_test/)
  expect(JSON.stringify(report)).not.toMatch(/whsec|sk_test/)
  expect(await deployShop(options({ ...STRIPE, ...PAYPAL }), fakePorts(fake))).toMatchObject({ steps: [] })
})

test('[H4] a plan registers nothing, and a webhook whose secret is given or known stays as it is', async () => {
  const fake = fakeCloudflare()
  const { steps } = await deployShop({ ...options(STRIPE), isPlan: true }, fakePorts(fake))
  expect(steps.map(({ title }) => title)).toContain(`register ${SITE}/webhooks/stripe at Stripe`)
  await deployShop(options({ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_by_hand' }), fakePorts(fake))
  expect(providers.stripe.size).toBe(0)
})

test('[H4] a webhook that was registered before an upload failed is registered once', async () => {
  const fake = fakeCloudflare()
  fake.fault = ({ method, path }) =>
    method === 'PUT' && path.endsWith('/scripts/treadline')
      ? new Response('away', { status: 403 })
      : undefined
  await expect(deployShop(options({ ...STRIPE, ...PAYPAL }), fakePorts(fake))).rejects.toThrow('refused PUT')
  fake.fault = null
  providers.stripe.set('we_90', 'https://another.example/webhooks/stripe')
  await deployShop(options({ ...STRIPE, ...PAYPAL }), fakePorts(fake))
  expect([...providers.stripe.keys()].sort()).toEqual(['we_3', 'we_90'])
  expect([...providers.paypal.keys()]).toEqual(['we_2'])
  const secrets = fake.workers.get('treadline')?.secrets
  expect([secrets?.get('STRIPE_WEBHOOK_SECRET'), secrets?.get('PAYPAL_WEBHOOK_ID')]).toEqual([
    'whsec_of_we_3',
    'we_2',
  ])
})

test('[H4] a shop that moves to a host of its own has its webhooks registered there before the old address ends', async () => {
  const fake = fakeCloudflare()
  await deployShop(options({ ...STRIPE, ...PAYPAL }), fakePorts(fake))
  const moved = (given: Record<string, string>) => {
    const { environment, ...rest } = options(given)
    return { ...rest, environment: { ...environment, hosts: ['shop.tires.example'] } }
  }
  await expect(deployShop(moved(STRIPE), fakePorts(fake))).rejects.toThrow(
    `The webhook at PayPal leads to ${SITE}. Give PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET to have it registered for https://shop.tires.example`,
  )
  await deployShop(moved({ ...STRIPE, ...PAYPAL }), fakePorts(fake))
  expect([...providers.stripe.values(), ...providers.paypal.values()]).toEqual([
    `${SITE}/webhooks/stripe`,
    'https://shop.tires.example/webhooks/stripe',
    `${SITE}/webhooks/paypal`,
    'https://shop.tires.example/webhooks/paypal',
  ])
  expect(fake.workers.get('treadline')?.secrets.get('STRIPE_WEBHOOK_SECRET')).toBe('whsec_of_we_3')
  expect(await deployShop(moved({ ...STRIPE, ...PAYPAL }), fakePorts(fake))).toMatchObject({ steps: [] })
})

test('[H4] a webhook is registered anew when its secret is replaced without a value', async () => {
  const fake = fakeCloudflare()
  await deployShop(options(STRIPE), fakePorts(fake))
  await deployShop({ ...options(STRIPE), replaced: ['STRIPE_WEBHOOK_SECRET'] }, fakePorts(fake))
  expect([...providers.stripe.keys()]).toEqual(['we_2'])
  expect(fake.workers.get('treadline')?.secrets.get('STRIPE_WEBHOOK_SECRET')).toBe('whsec_of_we_2')
  await expect(
    deployShop({ ...options({}), replaced: ['STRIPE_WEBHOOK_SECRET'] }, fakePorts(fake)),
  ).rejects.toThrow('--replace STRIPE_WEBHOOK_SECRET needs its new value')
})

test.each([
  [
    STRIPE,
    { error: { type: 'invalid_request_error', message: 'This key may not write webhooks' } },
    'Stripe did not register the webhook: This key may not write webhooks. Register it at Stripe by hand, and add STRIPE_WEBHOOK_SECRET to the secrets.',
  ],
  [PAYPAL, { name: 'NOT_AUTHORIZED' }, 'PayPal did not register the webhook: 403 NOT_AUTHORIZED'],
])(
  '[H4] a refusal of a provider stops the deployment before its release: %j',
  async (given, body, message) => {
    const fake = fakeCloudflare()
    providers.refusal = { status: 403, body }
    await expect(deployShop(options(given), fakePorts(fake))).rejects.toThrow(message)
    expect(fake.workers.size).toBe(0)
  },
)
