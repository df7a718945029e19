/** For security tests: the fields of each action of forms with several actions. */
import type * as v from 'valibot'
import type { CUSTOMER_ACTIONS } from '../../../schema/account/customer-form.api.ts'
import type { CART_ACTIONS } from '../../../schema/cart/cart-form.api.ts'
import type { CheckoutStep } from '../../../schema/checkout/checkout.ts'
import type { CHAT_FORM, STAFF_FORM } from '../../../schema/content/chat/chat.api.ts'
import type { NEWSLETTER_FORM } from '../../../schema/content/newsletter/newsletter.api.ts'
import type { ACCOUNT_ACTIONS } from '../../../schema/identity/sign-in/account-form.api.ts'
import type {
  STAFF_ME_FORM,
  STAFF_PEOPLE_FORM,
  STAFF_SIGN_IN_FORM,
} from '../../../schema/staff/account-forms.api.ts'
import type { STAFF_CUSTOMER_FORM } from '../../../schema/staff/customers/customer-form.ts'
import type { StaffOrderForm } from '../../../schema/staff/staff-order.api.ts'

export type Fields = Readonly<Record<string, string>>
type ActionOf<Form extends v.GenericSchema> =
  v.InferOutput<Form> extends { action: infer A extends string } ? A : never

const HOME = {
  ...{ firstName: 'Riley', lastName: 'Marsh', streetAddress: '1458 N Wood St', apartmentNumber: '2' },
  ...{ city: 'Chicago', state: 'Illinois', country: 'US', zipCode: '60612', phoneNumber: '3125550118' },
  ...{ companyName: 'Rims', company: 'Rims', taxId: '1' },
}
const EMAIL = { emailAddress: 'riley@example.com' }
/** Not the password of an account, so that no request succeeds. */
const PASSWORDS = { password: 'another-road-27', rPassword: 'another-road-27', oldPassword: 'not this one' }
const REDIRECT = { back: '/cart', from: '/login/', captcha: 'x' }
const ORDER = { order: 'TL-000001' }
const ACCOUNT = { customer: '99', key: 'of-customer-99' }
const MESSAGE = { text: 'Hello', client: 'x'.repeat(8) }

/** Fields of each action by the path of the form. */
export const FORM_ACTIONS: Readonly<Record<string, readonly Fields[]>> = {
  '/cart/form/': withAction('action', {
    add: {
      ...{ sku: 'TL-2001-1', qty: '1', return: '/', mutation: 'm', cart: 'f' },
      ...{ 'bundle_option[11]': '111', 'options[21]': '1', 'super_group[TL-2001-2]': '1' },
    },
    set: { item_id: '1', qty: '1', mutation: 'm', cart: 'f' },
    remove: { item_id: '1', mutation: 'm', cart: 'f' },
    coupon: { coupon: 'SAVE10' },
    'coupon-remove': {},
    zip: { zip: '60612' },
    plan: {},
    'plan-remove': {},
    mounting: {},
    'mounting-remove': {},
    replace: { item_id: '1', sku: 'TL-2002-1', qty: '1' },
    save: { item_id: '1' },
    'saved-restore': { saved: '1' },
    'saved-remove': { saved: '1' },
  } satisfies Record<(typeof CART_ACTIONS)[number], Fields>),
  '/account/form/': withAction('action', {
    'sign-in': { ...EMAIL, ...PASSWORDS, ...REDIRECT },
    register: { ...EMAIL, ...HOME, ...PASSWORDS, ...REDIRECT },
    'sign-out': { back: '/' },
    forgot: { ...EMAIL, ...REDIRECT },
    reset: { token: 't'.repeat(43), ...PASSWORDS },
    'change-password': { ...PASSWORDS, ...REDIRECT },
    'keep-order': PASSWORDS,
    'confirm-email': { token: 't'.repeat(43) },
  } satisfies Record<(typeof ACCOUNT_ACTIONS)[number], Fields>),
  '/customer/account/form/': withAction('action', {
    profile: { ...EMAIL, ...HOME, currentPassword: 'not this one' },
    address: { ...HOME, id: '1', isDefault: 'on' },
    'address-remove': { id: '99', owner: '99' },
    'address-default': { id: '99', kind: 'billing' },
    'car-name': { id: '99', carName: 'Family car' },
    'car-remove': { id: '99' },
    reorder: { orderId: 'TL-000001' },
    'order-cancel': { orderId: 'TL-000001' },
    'card-remove': { id: 'pm_1' },
    'identity-remove': { id: '1' },
    'delete-account': { password: 'not this one' },
    dealer: { companyName: 'Rims', companyEmail: 'a@example.com', ein: '12-3456789' },
    'document-remove': { id: '99' },
  } satisfies Record<(typeof CUSTOMER_ACTIONS)[number], Fields>),
  '/staff/form/': withAction('action', {
    say: { conversation: '1', ...MESSAGE },
    close: { conversation: '99' },
    approve: { review: '99', rating: '5' },
    refuse: { review: '99' },
    'assign-chat': { conversation: '99', version: '0', key: 'k'.repeat(8), assignee: '1' },
    'want-size': { conversation: '99', version: '0', key: 'k'.repeat(8), size: '225/45R17' },
    'unwant-size': { conversation: '99', version: '0', key: 'k'.repeat(8), size: '225/45R17' },
    restore: { review: '99' },
    remove: { review: '99' },
    republish: { review: '99' },
    'answer-review': { review: '99', text: 'Sorry.' },
    'flag-review': { review: '99' },
    'check-review': { review: '99' },
    'remove-photo': { photo: '99' },
    'restore-photo': { photo: '99' },
    answer: { question: '99', text: 'Yes.' },
    'refuse-question': { question: '99' },
    'restore-question': { question: '99' },
    'remove-question': { question: '99' },
    'remove-answer': { question: '99' },
    'order-ship': { ...ORDER, carrier: 'UPS', trackingNumber: '1Z9999999999999999' },
    'order-deliver': ORDER,
    'order-mounting-missed': ORDER,
    'order-cancel': { ...ORDER, reason: 'asked' },
    'order-refund': { ...ORDER, reason: 'asked', once: 'x'.repeat(8), amount: '1', restock: '1' },
    'order-settle': { ...ORDER, refund: '1', wentBack: 'yes' },
    'order-return-approve': { ...ORDER, case: '1', labelHref: 'https://carrier.example/1', text: 'x' },
    'order-return-refuse': { ...ORDER, case: '1', text: 'x' },
    'order-return-receive': { ...ORDER, case: '1', restock: 'on' },
    'order-return-refund': { ...ORDER, case: '1' },
    'order-return-credit': { ...ORDER, case: '1' },
    'order-return-exchange': { ...ORDER, case: '1', carrier: 'UPS', trackingNumber: '1Z9999', text: 'x' },
  } satisfies Record<ActionOf<typeof STAFF_FORM> | StaffOrderForm['action'], Fields>),
  '/staff/sign-in/form/': withAction('action', {
    recover: { email: 'casey@shop.example', code: 'aaaa-bbbb-cccc-dddd' },
    pin: { person: '99', pin: '123456' },
  } satisfies Record<ActionOf<typeof STAFF_SIGN_IN_FORM>, Fields>),
  '/staff/me/form/': withAction('action', {
    'rename-passkey': { passkey: 'passkey-1', label: 'Phone' },
    'remove-passkey': { passkey: 'passkey-1' },
    codes: {},
    'end-session': { session: 'a'.repeat(64) },
    'end-others': {},
    pin: { pin: '123456' },
    display: { theme: 'dark' },
    'daily-summary': { on: 'yes' },
    'sign-out': {},
  } satisfies Record<ActionOf<typeof STAFF_ME_FORM>, Fields>),
  '/staff/people/form/': withAction('action', {
    invite: { name: 'Dee', email: 'dee@shop.example', role: 'yard' },
    'invite-again': { person: '99' },
    role: { person: '99', role: 'yard' },
    end: { person: '99' },
    'end-sessions': { person: '99' },
    enroll: { label: 'Yard phone' },
    'remove-phone': { phone: 'a'.repeat(64) },
  } satisfies Record<ActionOf<typeof STAFF_PEOPLE_FORM>, Fields>),
  '/staff/customers/form/': withAction('action', {
    'end-sessions': ACCOUNT,
    export: ACCOUNT,
    'view-account': { ...ACCOUNT, why: 'Asked for help' },
    erase: { ...ACCOUNT, email: 'nobody@example.com' },
  } satisfies Record<ActionOf<typeof STAFF_CUSTOMER_FORM>, Fields>),
  '/chat/form/': withAction('action', {
    say: MESSAGE,
    email: { email: 'a@example.com' },
    forget: {},
  } satisfies Record<ActionOf<typeof CHAT_FORM>, Fields>),
  '/newsletter/form/': withAction('action', {
    subscribe: { email: 'a@example.com' },
    unsubscribe: { email: 'a@example.com' },
  } satisfies Record<NonNullable<v.InferInput<typeof NEWSLETTER_FORM>['action']>, Fields>),
  '/customer/account/wish-list/form/': withAction('action', {
    add: { sku: 'TL-1002', back: '/' },
    remove: { sku: 'TL-1002', back: '/' },
  }),
  '/checkout/form/': withAction('step', {
    personal: { ...EMAIL, ...HOME, createAccount: 'on', password: 'another-road-27', captcha: 'x' },
    shipping: { ...HOME, shippingMethod: 'freeshipping:freeshipping' },
    payment: { ...HOME, paymentMethod: 'none', billingSameAsShipping: '', shownTotal: '100' },
  } satisfies Record<CheckoutStep, Fields>),
}

/** Adds the field with the name of the action to the fields of each action. */
function withAction(name: string, all: Readonly<Record<string, Fields>>): Fields[] {
  return Object.entries(all).map(([action, fields]) => ({ [name]: action, ...fields }))
}
