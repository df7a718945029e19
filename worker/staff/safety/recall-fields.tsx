/** The forms of a recall (H14t). */
import type { ReactNode } from 'react'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import type { RecallFields, RecallForm } from '../../../schema/staff/safety/recall-form.ts'
import { SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import { PostForm } from '../frame/post-form.tsx'
import type { RefusedRecall } from './recalls.page.tsx'

interface RecallPostProps {
  action: RecallForm['action']
  fields: Readonly<Record<string, string>>
  className?: string
  children: ReactNode
}

/** Renders a form of recalls with its hidden fields. */
export function RecallPost({ action, fields, className, children }: RecallPostProps) {
  return (
    <PostForm path={SAFETY_PATHS.recallsForm} fields={{ action, ...fields }} className={className}>
      {children}
    </PostForm>
  )
}

interface RecallFormFieldsProps {
  refused: RefusedRecall | undefined
  /** The version that the form saw; 0 for a new recall. */
  version: number
  /** The recall that gets one more tire. */
  campaign?: string
}

export function RecallFormFields({ refused, version, campaign }: RecallFormFieldsProps) {
  const field = (name: keyof RecallFields) => ({
    ...{ name, defaultValue: refused?.fields[name] ?? '', error: refused?.errors[name], autoComplete: 'off' },
  })
  const hidden = { version: String(version), ...(campaign && { campaign }) }
  return (
    <RecallPost action="save" fields={hidden} className="form-grid">
      {campaign ? null : (
        <>
          <Field
            {...field('campaign')}
            label="Number"
            hint="NHTSA’s, such as 24T011."
            maxLength={20}
            required
            span={3}
          />
          <Field {...field('maker')} label="Maker (optional)" maxLength={120} span={3} />
          <Field {...field('notice')} label="What’s wrong (optional)" maxLength={2000} />
          <Field {...field('remedy')} label="Remedy (optional)" maxLength={2000} />
        </>
      )}
      <Field {...field('brand')} label="Brand" maxLength={120} required span={3} />
      <Field
        {...field('model')}
        label="Model (optional)"
        hint="Empty: all models."
        maxLength={120}
        span={3}
      />
      <Field {...field('size')} label="Size (optional)" hint="225/45R17. Empty: all sizes." maxLength={40} />
      <Field
        {...field('from')}
        label="Made from (optional)"
        hint="Week and year, as on the tire: 2319."
        inputMode="numeric"
        maxLength={4}
        span={3}
      />
      <Field {...field('to')} label="Made until (optional)" inputMode="numeric" maxLength={4} span={3} />
      <Button type="submit" kind="buy" className="staff-send">
        See which units it names
      </Button>
    </RecallPost>
  )
}
