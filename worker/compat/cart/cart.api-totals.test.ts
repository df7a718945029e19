import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { call, create, inform, openShop, totals, update } from '../../cart/testing/cart.harness.ts'

beforeAll(openShop)

describe('[D8] totals', () => {
  test('totals have tax and fees as soon as the state is known', async () => {
    const id = await create()
    await update(id, { sku: 'TL-2001-4', qty: 1 })
    const before = (await totals(id)).result
    expect(before).toMatchObject({ subtotal: 504, tax_amount: 0, grand_total: 504 })
    expect(before).not.toHaveProperty('coupon_code')
    const { result } = await inform(
      id,
      {
        countryId: 'US',
        region_id: 23,
        region: 'Illinois',
        postcode: '60612',
        city: 'Chicago',
        street: ['1 A St'],
      },
      { shippingCarrierCode: 'freeshipping', shippingMethodCode: 'freeshipping' },
    )
    expect(result.payment_methods.map(({ code }) => code)).toEqual(['stripe', 'cashondelivery'])
    expect(result.totals).toMatchObject({
      tax_amount: 31.5,
      grand_total: 545.5,
      shipping_amount: 0,
      items_qty: 1,
    })
    expect(result.totals.total_segments.map(({ code, value }) => [code, value])).toEqual([
      ['subtotal', 504],
      ['shipping', 0],
      ['state-fee', 10],
      ['tax', 31.5],
      ['round_tax_percent', 6.25],
      ['grand_total', 545.5],
    ])
    expect(result.totals.items[0]).toMatchObject({
      item_id: 1,
      row_total: 504,
      tax_amount: 31.5,
      options: '[{"label":"Set","value":"Set of 4"}]',
    })
    expect((await totals(id)).result).toEqual(result.totals)
  })

  test('[D10] error_fields has the ZIP code while it is not in the state', async () => {
    const id = await create()
    await update(id, { sku: 'TL-1001', qty: 1 })
    const wrong = await inform(id, { country_id: 'US', region_id: 57, postcode: '60612' })
    expect(wrong.result).toMatchObject({
      extension_attributes: { error_fields: ['postcode'] },
      totals: { extension_attributes: { error_fields: ['postcode'] } },
    })
    expect((await totals(id)).result.extension_attributes?.error_fields).toEqual(['postcode'])
    const right = await inform(id, { country_id: 'US', region_id: 23, postcode: '60612-1234' })
    expect(right.result.totals).not.toHaveProperty('extension_attributes')
  })

  test('[E4] an unknown state and locations outside of the delivery area change nothing', async () => {
    const id = await create()
    await update(id, { sku: 'TL-1001', qty: 1 })
    await env.DB.prepare(
      "insert into zip_code (zip, city, state, county) values ('10001', 'New York', 'NY', 'NY')",
    ).run()
    const refused = 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada'
    for (const [address, text] of [
      [{ countryId: 'US', region: 'Atlantis' }, 'We don’t know this state. Please choose one from the list.'],
      [{ countryId: 'US', region_id: 9_999 }, 'We don’t know this state. Please choose one from the list.'],
      [{ countryId: 'US', region_id: 21 }, refused],
      [{ countryId: 'US', region: 'Alaska' }, refused],
      [{ countryId: 'US', postcode: '00901' }, refused],
      // [audit D2] The state of a ZIP code is checked, without a named state and beside one.
      [{ countryId: 'US', postcode: '10001' }, 'Delivery is not available for your current location.'],
      [
        { countryId: 'US', region_id: 23, postcode: '10001' },
        'Delivery is not available for your current location.',
      ],
      [{ countryId: 'CA', region: 'Ontario' }, refused],
      [{ countryId: 'DE' }, 'Delivery is not available for your current location.'],
    ] as const) {
      expect(await inform(id, address)).toMatchObject({ code: 400, result: text })
    }
    const body = { address: { country_id: 'US', region_id: 21, street: [null, null] } }
    const methods = await call<object[]>('POST', `shipping-methods?cartId=${id}`, body)
    expect(methods.result).toMatchObject([{ available: false, error_message: refused }])
    expect((await totals(id)).result.tax_amount).toBe(0)
  })

  test('[D8] an address without a country is in the configured country; without a configured country the totals have no tax', async () => {
    const id = await create()
    await update(id, { sku: 'TL-1001', qty: 1 })
    const set = (country: string) =>
      env.DB.prepare("UPDATE config SET value = ? WHERE path = 'general/country/default'").bind(country).run()
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await set('')
    const without = await inform(id, { region_id: 23, postcode: '60612' })
    expect(without.result.totals.tax_amount).toBe(0)
    expect(log).toHaveBeenCalledWith('Please do set the tax.defaultCountry in order to calculate totals')
    log.mockRestore()
    await set('US')
    expect((await inform(id, { region_id: 23, postcode: '60612' })).result.totals.tax_amount).toBe(3.88)
  })

  test('free shipping is offered, and an unknown method is refused', async () => {
    const id = await create()
    await update(id, { sku: 'TL-1001', qty: 1 })
    const body = { address: { region_id: 23, country_id: 'US' } }
    const methods = await call<object[]>('POST', `shipping-methods?cartId=${id}`, body)
    expect(methods.result).toMatchObject([
      {
        carrier_code: 'freeshipping',
        method_code: 'freeshipping',
        amount: 0,
        available: true,
        default: true,
      },
    ])
    const answer = await inform(
      id,
      { countryId: 'US' },
      { shippingCarrierCode: 'rocket', shippingMethodCode: 'moon' },
    )
    expect(answer).toMatchObject({ code: 400, result: 'Carrier with such method not found: rocket, moon' })
  })

  test('[E12] cash on delivery is hidden when everything is virtual or downloadable', async () => {
    const id = await create()
    const methods = () => call<{ code: string; title: string }[]>('GET', `payment-methods?cartId=${id}`)
    await update(id, { sku: 'RH-1', qty: 1 })
    await update(id, { sku: 'CG-1', qty: 1 })
    expect((await methods()).result).toEqual([{ code: 'stripe', title: 'Pay by Card (Stripe)' }])
    await update(id, { sku: 'TL-1001', qty: 1 })
    expect((await methods()).result.map(({ code }) => code)).toEqual(['stripe', 'cashondelivery'])
  })
})

describe('[D9] coupons', () => {
  const apply = (id: string, code: string) => call('POST', `apply-coupon?token=&cartId=${id}&coupon=${code}`)

  test('a coupon is applied and removed, and shown in the totals', async () => {
    const id = await create()
    await update(id, { sku: 'TL-1001', qty: 1 })
    expect((await apply(id, 'save10')).result).toBe(true)
    expect((await totals(id)).result).toMatchObject({
      coupon_code: 'SAVE10',
      discount_amount: -6.2,
      grand_total: 55.8,
    })
    expect((await call('GET', `coupon?cartId=${id}`)).result).toBe('SAVE10')
    expect((await call('POST', `delete-coupon?cartId=${id}`)).result).toBe(true)
    expect((await totals(id)).result).not.toHaveProperty('coupon_code')
  })

  test.each([['NOPE'], ['EXPIRED'], ['USEDUP'], ['TAKE20'], ["x'--"]])(
    '%s is refused with one message',
    async (code) => {
      const id = await create()
      await update(id, { sku: 'TL-1001', qty: 1 })
      expect(await apply(id, encodeURIComponent(code))).toMatchObject({
        code: 404,
        result: "You've entered an incorrect coupon code. Please try again.",
      })
      expect((await totals(id)).result.discount_amount).toBe(0)
    },
  )

  test('no code is a missing parameter', async () => {
    expect(await apply(await create(), '')).toMatchObject({ code: 500, result: 'No coupon code provided' })
  })
})
