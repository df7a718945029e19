/** For security tests: valid requests of the forms of the back office. */
import { emptyImport, emptyIntake, emptyReturnPhotos, photoOfNoUnit } from './sample-uploads.ts'

export interface SampleRequest {
  /** The address, if it differs from the route's pattern. */
  path?: string
  /** Fields of a form. */
  form?: Record<string, string>
  /** JSON body of a call. */
  json?: unknown
  upload?: () => FormData
}

/** Keys of forms of staff; each change has its own. */
const KEYS = { bin: '0f8c1d7e-3b52-4c61-8a4e-2d9b7c5f6a10', unit: '5a2b9c40-71de-4f08-9b63-c4d81e7f2a36' }

export const STAFF_WRITES: Readonly<Record<string, SampleRequest>> = {
  'POST /staff/form/': { form: { action: 'refuse', review: '1' } },
  'POST /staff/bins/form': {
    form: { action: 'bin', key: KEYS.bin, code: 'A-12-3', walk: '1', capacity: '40' },
  },
  'POST /staff/labels/form': { form: { bins: 'A-12-3', paper: '2x1', format: 'zpl' } },
  'POST /staff/units/form': {
    form: { action: 'state', sku: 'TL-0000000', version: '1', key: KEYS.unit, state: 'parked' },
  },
  'POST /staff/intake/form': { upload: emptyIntake },
  'POST /staff/units/photos': { upload: photoOfNoUnit },
  'POST /staff/bulk/form': { form: { action: 'discard', job: '99', key: 'of-bulk-99' } },
  'POST /staff/import/': { upload: emptyImport },
  'POST /staff/plans/form': { form: { action: 'stop', plan: '99', key: 'of-plan-99' } },
  'POST /staff/returns/form': {
    form: { action: 'other-tire', order: 'TL-00000001', case: '1', item: '1', text: 'No', key: 'return-1' },
  },
  'POST /staff/returns/photos': { upload: emptyReturnPhotos },
  'POST /staff/sets/form': { form: { action: 'make', sku: 'TL-0000000', price: '100', key: 'of-set-none' } },
  'POST /staff/people/roles/form': {
    form: { action: 'delete', id: `own-${'0'.repeat(12)}`, version: '1', key: 'of-role-none' },
  },
  'POST /staff/settings/api/form': { form: { action: 'end-key', id: '0'.repeat(12), key: 'api-form' } },
  'POST /staff/settings/form/': { form: { group: 'selling', key: 'of-settings-1' } },
  'POST /staff/redirects/form': {
    form: { action: 'stop', path: '/none', version: '1', key: 'of-redirect-none' },
  },
  'POST /staff/taxes/form': {
    form: {
      action: 'confirm',
      key: 'of-tax-none',
      seen: 'rate/99999 1',
      fromDay: '2026-01-01',
      source: 'A law',
    },
  },
  'POST /staff/texts/form': {
    form: { action: 'back', id: 'page/none', version: '1', to: '1', key: 'of-text-none' },
  },
  'POST /staff/coupons/form/': {
    form: { action: 'stop', code: 'NONE', version: '1', key: 'of-coupon-none' },
  },
  'POST /staff/dealers/form/': {
    form: { customer: '99', version: '1', key: 'of-dealer-99', answer: 'approved' },
  },
  'POST /staff/credit/form': {
    form: {
      ...{ action: 'give', of: 'nobody@example.com', amount: '5', why: 'Sample', key: 'of-credit-99' },
      confirmed: 'nobody@example.com',
    },
  },
  'POST /staff/customers/merges/form': {
    form: { action: 'undo', merge: '0'.repeat(24), key: 'of-merge-none' },
  },
  'POST /staff/customers/form/': { form: { action: 'end-sessions', customer: '99', key: 'of-customer-99' } },
  'POST /staff/units/views/form': {
    form: { action: 'save', name: 'On sale', query: 'state=live', shared: 'on' },
  },
  'POST /staff/intake/lots/': {
    form: { key: 'l'.repeat(36), source: 'Miller Auto', paid: '400', kind: 'whole', count: '20' },
  },
  'POST /staff/intake/queue/': { form: { sku: 'TL-0000000', version: '1', key: 'q'.repeat(36) } },
  'POST /staff/orders/form/': {
    form: { action: 'note', order: 'TL-00000001', text: 'A note', key: 'k'.repeat(36) },
  },
  'POST /staff/settings/closed-days': {
    form: { action: 'add', from: '2020-01-01', to: '', version: '0', key: 'of-closed-days-1' },
  },
  'POST /staff/carriers/upload': { upload: emptyImport },
  'POST /staff/carriers/form': { form: { action: 'save', file: '99', key: 'of-carriers-99' } },
  'POST /staff/pack/form/': { form: { action: 'find', code: 'TL-00000001' } },
  'POST /staff/pick/form/': { form: { action: 'start', order: 'TL-00000001', key: 'k'.repeat(36) } },
  'POST /staff/recalls/form/': { form: { action: 'close', campaign: '99T999', key: 'of-recall-none' } },
  'POST /staff/recalls/file/': { upload: emptyImport },
  'POST /staff/registrations/form/': { form: { action: 'form', order: 'TL-00000001', key: 'of-tires' } },
}
