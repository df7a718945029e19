import { describe, expect, test } from 'vitest'
import { computeFees, type FeeRule, feePerTire } from './fee.ts'

const rule: FeeRule = {
  code: 'state-fee',
  title: 'Illinois tire fee',
  conditions: ['New', 'Used'],
  rimFrom: null,
  rimBelow: null,
  kind: 'flat',
  value: 250,
  cap: null,
}
const tire = { condition: 'New', rim: 17, tirePrice: 12_000 } as const

describe('[D8] fees per tire', () => {
  test('a flat fee is levied on its conditions only', () => {
    expect(feePerTire(rule, tire)).toBe(250)
    expect(feePerTire(rule, { ...tire, condition: 'Retread' })).toBe(0)
  })

  test('a percentage of the price stops at its cap', () => {
    const arizona: FeeRule = { ...rule, kind: 'percent', value: 2, cap: 466 }
    expect(feePerTire(arizona, tire)).toBe(240)
    expect(feePerTire(arizona, { ...tire, tirePrice: 50_000 })).toBe(466)
  })

  test('a fee by rim applies from its lower limit and below its upper limit', () => {
    const truck: FeeRule = { ...rule, value: 500, rimFrom: 19.5, rimBelow: 24.5 }
    expect([19, 19.5, 24, 24.5].map((rim) => feePerTire(truck, { ...tire, rim }))).toEqual([0, 500, 500, 0])
  })

  test('the title counts tires, and has the unit price only when they share it', () => {
    const recycle: FeeRule = { ...rule, code: 'recycle-fee', title: 'Recycling fee', value: 100 }
    const lines = [{ ...tire, tires: 4 }, { ...tire, condition: 'Used', tires: 2 } as const]
    expect(computeFees([recycle, rule], lines)).toEqual([
      { code: 'state-fee', title: 'Illinois tire fee, 6 at $2.50', amount: 1_500 },
      { code: 'recycle-fee', title: 'Recycling fee, 6 at $1.00', amount: 600 },
    ])
    const used: FeeRule = { ...rule, conditions: ['Used'], value: 100 }
    expect(computeFees([{ ...rule, conditions: ['New'] }, used], lines)).toEqual([
      { code: 'state-fee', title: 'Illinois tire fee, 6 tires', amount: 1_200 },
    ])
    expect(computeFees([rule], [{ ...tire, condition: 'Retread', tires: 4 }])).toEqual([])
    expect(computeFees([rule], [{ ...tire, tires: 0 }])).toEqual([])
    expect(feePerTire({ ...rule, value: -5 }, tire)).toBe(0)
  })
})
