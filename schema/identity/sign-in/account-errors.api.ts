/** Validation of the forms of POST /account/form/. */
import {
  FIELD_MESSAGES,
  type FieldErrors,
  normalizePhone,
  phone,
  validateField,
} from '../../platform/forms/field.ts'
import type { FormTexts } from '../../platform/forms/form-texts.ts'
import { type AccountAction, validateSignIn } from './account-form.api.ts'
import { newPasswordMessage } from './new-password.ts'
import { passwordRule, repeatedPasswordMessage } from './password.ts'

/** Returns the errors of a form's fields, in the browser and on the server. */
export function accountErrors(action: AccountAction, fields: FormTexts): FieldErrors {
  const text = (name: string) => fields[name] ?? ''
  const email = { emailAddress: validateField('emailAddress', text('emailAddress')) }
  const repeat = { rPassword: repeatedPasswordMessage(text('rPassword'), text('password')) }
  const newPassword = (old?: string) =>
    newPasswordMessage(text('password'), { email: text('emailAddress'), old: old ?? null })
  switch (action) {
    case 'sign-in':
      return validateSignIn(fields)
    case 'register':
      return withoutNulls({
        firstName: validateField('firstName', text('firstName')),
        lastName: validateField('lastName', text('lastName')),
        ...email,
        phoneNumber: phone(normalizePhone(text('phoneNumber'))),
        password: newPassword(),
        ...repeat,
        acceptTermsAndConditions: text('acceptTermsAndConditions') ? null : FIELD_MESSAGES.checkboxRequired,
      })
    case 'forgot':
      return withoutNulls(email)
    case 'keep-order':
      return withoutNulls({ password: newPassword() })
    case 'reset':
      return withoutNulls({ password: newPassword(), ...repeat })
    case 'change-password':
      return withoutNulls({
        oldPassword: passwordRule(text('oldPassword')),
        password: newPassword(text('oldPassword')),
        ...repeat,
      })
    default:
      return {}
  }
}

function withoutNulls(messages: Record<string, string | null>): FieldErrors {
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => message !== null))
}
