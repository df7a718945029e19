import type { ReactNode } from 'react'
import type { CustomerAction } from '../../schema/account/customer-form.api.ts'
import { Button } from '../platform/ui/button.tsx'
import { FormProblem } from '../platform/ui/form-problem.tsx'
import { useCustomerForm } from './use-customer-form.ts'

/** Renders a form of hidden fields and one button, for one action. */
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
  /** The label of the button; it names the object of the action. */
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
