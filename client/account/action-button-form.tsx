import type { ReactNode } from 'react'
import type { CustomerAction } from '../../schema/account/customer-form.api.ts'
import { Button } from '../platform/ui/button.tsx'
import { FormProblem } from '../platform/ui/form-problem.tsx'
import { useCustomerForm } from './use-customer-form.ts'

/** One act by one press: a form of hidden fields and a button. */
export function ActionButtonForm({
  action,
  fields,
  look = 'button',
  kind = 'plain',
  children,
}: {
  action: CustomerAction
  fields: Readonly<Record<string, string | number>>
  look?: 'button' | 'text'
  kind?: 'plain' | 'buy' | 'danger'
  /** Words of the button; they say what it is about. */
  children: ReactNode
}) {
  const form = useCustomerForm({ action })
  return (
    <form {...form.props}>
      <input type="hidden" name="action" value={action} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {look === 'text' ? (
        <button type="submit" className="text-button" aria-busy={form.busy || undefined}>
          {children}
        </button>
      ) : (
        <Button type="submit" kind={kind} busy={form.busy}>
          {children}
        </Button>
      )}
      <FormProblem form={form} />
    </form>
  )
}
