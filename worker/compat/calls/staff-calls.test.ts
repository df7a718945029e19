import { beforeAll, test } from 'vitest'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { Authenticator } from '../../identity/staff/testing/authenticator.harness.ts'
import { callApi } from './testing/api-calls.harness.ts'

beforeAll(openShop)

test('[G8] [H14a] replies of the sign-in of staff match their description', async () => {
  const [by, phone] = [new Browser(), new Authenticator(SITE)]
  await callApi('beginPasskey', 404)
  await by.signInAsStaff()
  const begun = await callApi<never>('beginPasskey', 200, { by, body: {} })
  const added = { label: 'Phone', response: await phone.create(begun) }
  await callApi('finishPasskey', 200, { by, body: added })
  await callApi('finishPasskey', 409, { by, body: added })
  const confirmed = await phone.get(await callApi<never>('beginStaffSignIn', 200, { by, body: {} }))
  await callApi('verifyStaff', 401, { body: { response: confirmed } })
  const again = await phone.get(await callApi<never>('beginStaffSignIn', 200, { by, body: {} }))
  await callApi('verifyStaff', 200, { by, body: { response: again } })
  await callApi('staffSignOut', 200, { by, body: {} })
  const response = await phone.get(await callApi<never>('beginStaffSignIn', 200, { body: {} }))
  await callApi('finishStaffSignIn', 200, { by, body: { response } })
  await callApi('finishStaffSignIn', 401, { by, body: { response } })
  await callApi('finishStaffSignIn', 400, { by, body: {} })
})
