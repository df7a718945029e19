/** The form with all fields of a coupon (H14l). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { COUPON_KIND_NAMES } from '../../../schema/cart/coupon/coupon-kinds.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { type Cents, formatAmount } from '../../../schema/platform/money.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { type CouponFields, KIND_LABELS } from '../../../schema/staff/coupons/coupon-form.ts'
import { PostForm } from '../frame/post-form.tsx'
import type { CouponLine } from './coupons.sql.ts'

const dollars = (cents: Cents) => (cents === 0 ? '' : formatAmount(cents))
const day = (time: number | null) => (time === null ? '' : shopDay(time))

/** Returns the fields of a coupon as a person types them; of a new one without `line`. */
export function toCouponFields(line: CouponLine | null): CouponFields {
  return {
    code: line?.code ?? '',
    kind: line?.kind ?? 'percent',
    percent: line?.kind === 'percent' ? String(line.value) : '',
    amount: line?.kind === 'fixed' ? dollars(line.value) : '',
    minSubtotal: dollars(line?.minSubtotal ?? 0),
    startsOn: day(line?.startsAt ?? null),
    endsOn: day(line?.endsAt ?? null),
    usageLimit: line?.usageLimit?.toString() ?? '',
    perCustomerLimit: line?.perCustomerLimit?.toString() ?? '',
    firstOrderOnly: line?.firstOrderOnly ? 'on' : '',
    description: line?.description ?? '',
  }
}

interface CouponFormFieldsProps {
  fields: CouponFields
  /** The version that the form saw; 0 for a new coupon. */
  version: number
  errors: Partial<Record<keyof CouponFields, string>>
  isNew?: boolean
}

export function CouponFormFields({ fields, version, errors, isNew = false }: CouponFormFieldsProps) {
  const field = (name: keyof CouponFields) => ({
    ...{ name, defaultValue: fields[name], error: errors[name], autoComplete: 'off' },
  })
  return (
    <PostForm path={staffPaths.couponsForm} fields={{ action: 'save', version }} className="form-grid">
      {isNew ? (
        <Field
          {...field('code')}
          label="Code"
          hint="What buyers type, such as FALL10."
          maxLength={40}
          required
        />
      ) : (
        <input type="hidden" name="code" value={fields.code} />
      )}
      <Select
        name="kind"
        label="Advantage"
        defaultValue={fields.kind}
        options={COUPON_KIND_NAMES.map((value) => ({ value, label: KIND_LABELS[value] }))}
      />
      <Field {...field('percent')} label="Percent" inputMode="numeric" className="coupon-percent" />
      <Field {...field('amount')} label="Dollars" inputMode="decimal" className="coupon-fixed" />
      <Field
        {...field('minSubtotal')}
        label="From a subtotal of, in dollars (optional)"
        inputMode="decimal"
      />
      <Field {...field('startsOn')} label="First day (optional)" type="date" span={3} />
      <Field {...field('endsOn')} label="Last day (optional)" type="date" span={3} />
      <Field {...field('usageLimit')} label="Uses in all (optional)" inputMode="numeric" span={3} />
      <Field
        {...field('perCustomerLimit')}
        label="Uses per customer (optional)"
        inputMode="numeric"
        span={3}
      />
      <Checkbox
        name="firstOrderOnly"
        defaultChecked={fields.firstOrderOnly !== ''}
        label="First order only"
      />
      <Field {...field('description')} label="Note for staff (optional)" maxLength={200} />
      <Button type="submit" kind="buy" className="staff-send">
        {isNew ? 'Add coupon' : 'Save'}
      </Button>
    </PostForm>
  )
}
