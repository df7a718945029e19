/** Validation of the forms of POST /account/form/. */
import { cleanPhone, type FieldErrors, MESSAGES, phone, validateField } from '../../platform/forms/field.ts'
import { type AccountAction, type AccountFields, validateSignIn } from './account-form.api.ts'
import { newPasswordMessage } from './new-password.ts'
import { passwordRule, repeatedPasswordMessage } from './password.ts'

/** Validates a form, in the page and on the server. */
export function accountErrors(action: AccountAction, fields: AccountFields): FieldErrors {
  const text = (name: string) => fields[name] ?? ''
  const email = { emailAddress: validateField('emailAddress', text('emailAddress')) }
  const repeat = { rPassword: repeatedPasswordMessage(text('rPassword'), text('password')) }
  const next = (about: { old?: string }) =>
    newPasswordMessage(text('password'), { email: text('emailAddress'), ...about })
  switch (action) {
    case 'sign-in':
      return validateSignIn(fields)
    case 'register':
      return given({
        firstName: validateField('firstName', text('firstName')),
        lastName: validateField('lastName', text('lastName')),
        ...email,
        phoneNumber: phone(cleanPhone(text('phoneNumber'))),
        password: next({}),
        ...repeat,
        acceptTermsAndConditions: text('acceptTermsAndConditions') ? null : MESSAGES.checkboxRequired,
      })
    case 'forgot':
      return given(email)
    case 'keep-order':
      return given({ password: next({}) })
    case 'reset':
      return given({ password: next({}), ...repeat })
    case 'change-password':
      return given({
        oldPassword: passwordRule(text('oldPassword')),
        password: next({ old: text('oldPassword') }),
        ...repeat,
      })
    default:
      return {}
  }
}

function given(messages: Record<string, string | null>): FieldErrors {
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => message !== null))
}
