/** Routes of the back office. */

import { Hono } from 'hono'
import { paths, staffPaths } from '../../schema/paths.ts'
import { COUNTER_PATHS } from '../../schema/staff/counter/counter-paths.ts'
import { CREDIT_PATHS } from '../../schema/staff/credit/credit-form.ts'
import { MERGE_PATHS } from '../../schema/staff/customers/order-merge.ts'
import { SAFETY_PATHS } from '../../schema/staff/safety/safety-paths.ts'
import { TEXT_FORMS } from '../../schema/staff/texts/text-paths.ts'
import type { AppEnv } from '../env.ts'
import { apiForm } from './api/api.form.ts'
import { apiPages } from './api/api.page.tsx'
import { extStaffDataApi } from './api/staff-data.api.ts'
import { webhookPages } from './api/webhook-log.page.tsx'
import { auditForm } from './audit/audit.form.ts'
import { auditPages } from './audit/audit.page.tsx'
import { bulkForm } from './bulk/bulk.form.ts'
import { bulkEditPages } from './bulk/bulk-edit.page.tsx'
import { bulkJobPages } from './bulk/bulk-job.page.tsx'
import { extStaffGridApi } from './bulk/grid.api.ts'
import { gridPages } from './bulk/grid.page.tsx'
import { carriersForm, trackingUploadForm } from './carriers/carriers.form.ts'
import { carrierPages } from './carriers/carriers.page.tsx'
import { extStaffChangesApi } from './changes/changes.api.ts'
import { counterForm } from './counter/counter.form.ts'
import { counterPages } from './counter/counter.page.tsx'
import { drawerPages } from './counter/drawer.page.tsx'
import { couponsForm } from './coupons/coupons.form.ts'
import { couponsPages } from './coupons/coupons.page.tsx'
import { creditForm } from './credit/credit.form.ts'
import { creditPages } from './credit/credit.page.tsx'
import { exportPages } from './csv/export.page.ts'
import { importForm } from './csv/import.form.ts'
import { importPages } from './csv/import.page.tsx'
import { staffCustomerForm } from './customers/customer.form.ts'
import { customersPages } from './customers/customers.page.tsx'
import { mergeLinkForm } from './customers/merge-link.page.tsx'
import { orderMergesForm } from './customers/order-merges.form.ts'
import { orderMergesPages } from './customers/order-merges.page.tsx'
import { dealersForm } from './dealers/dealers.form.ts'
import { dealersPages } from './dealers/dealers.page.tsx'
import { extIntakeApi } from './intake/intake.api.ts'
import { staffIntakePages } from './intake/intake.page.tsx'
import { extIntakePhotoApi } from './intake/intake-photo.api.ts'
import { extIntakeQueriesApi } from './intake/intake-queries.api.ts'
import { lotsForm } from './intake/lots.form.ts'
import { staffLotsPages } from './intake/lots.page.tsx'
import { plainIntakeForm } from './intake/plain/plain-intake.form.ts'
import { plainIntakePages } from './intake/plain/plain-intake.page.tsx'
import { intakeQueueForm } from './intake/queue.form.ts'
import { staffIntakeQueue } from './intake/queue.page.tsx'
import { staffMeForm } from './me/me.form.ts'
import { staffMePages } from './me/me.page.tsx'
import { extNewOrdersApi } from './new-orders/new-orders.api.ts'
import { editLinesPages } from './orders/edit-lines.page.tsx'
import { orderDeskForm } from './orders/order-desk.form.ts'
import { orderListPages } from './orders/order-list.page.tsx'
import { addressLabelPages } from './packing/address-labels.page.tsx'
import { packingForm } from './packing/packing.form.ts'
import { packingPages } from './packing/packing.page.tsx'
import { staffPeopleForm } from './people/people.form.ts'
import { staffPeoplePages } from './people/people.page.tsx'
import { rolesForm } from './people/roles.form.ts'
import { rolePages } from './people/roles.page.tsx'
import { unitPhotosForm } from './photos/photos.form.ts'
import { unitPhotosPages } from './photos/photos.page.tsx'
import { packingSlipPages } from './picking/packing-slips.page.tsx'
import { pickingForm } from './picking/picking.form.ts'
import { pickingPages } from './picking/picking.page.tsx'
import { plansForm } from './plans/plans.form.ts'
import { planPages } from './plans/plans.page.tsx'
import { labelsForm } from './print/labels.form.tsx'
import { labelPages } from './print/labels.page.tsx'
import { redirectsForm } from './redirects/redirects.form.ts'
import { redirectsPages } from './redirects/redirects.page.tsx'
import { reportPages } from './reports/reports.page.tsx'
import { staffReturnForm } from './returns/return.form.ts'
import { staffReturnPages } from './returns/return.page.tsx'
import { returnPhotosForm } from './returns/return-photos.form.ts'
import { extReviewModerationApi } from './review-moderation.api.ts'
import { recallFileForm, recallsForm } from './safety/recalls.form.ts'
import { recallPages } from './safety/recalls.page.tsx'
import { registrationsForm } from './safety/registrations.form.ts'
import { registrationPages } from './safety/registrations.page.tsx'
import { newSetPages } from './sets/new-set.page.tsx'
import { setsForm } from './sets/sets.form.ts'
import { closedDaysForm } from './settings/closed-days.form.ts'
import { closedDaysPages } from './settings/closed-days.page.tsx'
import { settingsForm } from './settings/settings.form.ts'
import { settingsPages } from './settings/settings.page.tsx'
import { extStaffPasskeyApi } from './sign-in/passkey.api.ts'
import { staffSignInForm } from './sign-in/sign-in.form.ts'
import { staffSignInPages } from './sign-in/sign-in.page.tsx'
import { staffForm } from './staff.form.ts'
import { staffPages } from './staff-pages.page.tsx'
import { newFeePages } from './taxes/new-fee.page.tsx'
import { taxesForm } from './taxes/taxes.form.ts'
import { taxesPages } from './taxes/taxes.page.tsx'
import { textsForm } from './texts/texts.form.ts'
import { textsPages } from './texts/texts.page.tsx'
import { dailySummaryForm, dailySummaryPages } from './today/daily-summary.page.tsx'
import { todayPages } from './today/today.page.tsx'
import { savedViewsForm } from './unit-list/saved-views.form.ts'
import { unitListPages } from './unit-list/unit-list.page.tsx'
import { labelLinkPages } from './units/label-link.page.ts'
import { unitForm } from './units/unit.form.ts'
import { unitPages } from './units/unit.page.tsx'
import { binPages } from './yard/bins.page.tsx'
import { scrapPages } from './yard/scrap.page.tsx'
import { yardForm } from './yard/yard.form.ts'
import { yardPages } from './yard/yard.page.ts'

export const staffRoutes = new Hono<AppEnv>()
staffRoutes.route('/api/ext', extReviewModerationApi)
staffRoutes.route('/api/ext', extStaffChangesApi)
staffRoutes.route('/api/ext', extStaffDataApi)
staffRoutes.route('/api/ext', extStaffGridApi)
staffRoutes.route('/api/ext', extNewOrdersApi)
staffRoutes.route('/api/ext', extStaffPasskeyApi)
staffRoutes.route('/api/ext', extIntakeQueriesApi)
staffRoutes.route('/api/ext', extIntakeApi)
staffRoutes.route('/api/ext', extIntakePhotoApi)
staffRoutes.route(paths.staffForm, staffForm)
staffRoutes.route(staffPaths.auditForm, auditForm)
staffRoutes.route('/', auditPages)
staffRoutes.route(staffPaths.lots, lotsForm)
staffRoutes.route(staffPaths.intakeQueue, intakeQueueForm)
staffRoutes.route('/', staffIntakePages)
staffRoutes.route('/', staffLotsPages)
staffRoutes.route('/', staffIntakeQueue)
staffRoutes.route(COUNTER_PATHS.form, counterForm)
staffRoutes.route('/', counterPages)
staffRoutes.route('/', drawerPages)
staffRoutes.route(staffPaths.pickForm, pickingForm)
staffRoutes.route('/', pickingPages)
staffRoutes.route('/', packingSlipPages)
staffRoutes.route('/', addressLabelPages)
staffRoutes.route(staffPaths.settingsForm, settingsForm)
staffRoutes.route('/', settingsPages)
staffRoutes.route(TEXT_FORMS.texts, textsForm)
staffRoutes.route('/', textsPages)
staffRoutes.route(TEXT_FORMS.taxes, taxesForm)
staffRoutes.route('/', newFeePages)
staffRoutes.route('/', taxesPages)
staffRoutes.route(TEXT_FORMS.redirects, redirectsForm)
staffRoutes.route('/', redirectsPages)
staffRoutes.route(staffPaths.couponsForm, couponsForm)
staffRoutes.route('/', couponsPages)
staffRoutes.route(staffPaths.customersForm, staffCustomerForm)
staffRoutes.route(MERGE_PATHS.form, orderMergesForm)
staffRoutes.route(MERGE_PATHS.link, mergeLinkForm)
staffRoutes.route('/', orderMergesPages)
staffRoutes.route('/', customersPages)
staffRoutes.route(staffPaths.dealersForm, dealersForm)
staffRoutes.route('/', dealersPages)
staffRoutes.route(staffPaths.packForm, packingForm)
staffRoutes.route('/', packingPages)
staffRoutes.route(SAFETY_PATHS.registrationsForm, registrationsForm)
staffRoutes.route('/', registrationPages)
staffRoutes.route(SAFETY_PATHS.recallsForm, recallsForm)
staffRoutes.route(SAFETY_PATHS.recallFile, recallFileForm)
staffRoutes.route('/', recallPages)
staffRoutes.route(staffPaths.signInForm, staffSignInForm)
staffRoutes.route(staffPaths.meForm, staffMeForm)
staffRoutes.route(staffPaths.peopleForm, staffPeopleForm)
staffRoutes.route('/', staffSignInPages)
staffRoutes.route('/', staffMePages)
staffRoutes.route('/', staffPeoplePages)
staffRoutes.route('/', rolesForm)
staffRoutes.route('/', dailySummaryForm)
staffRoutes.route('/', dailySummaryPages)
staffRoutes.route('/', rolePages)
staffRoutes.route(staffPaths.orderDeskForm, orderDeskForm)
staffRoutes.route('/', orderListPages)
staffRoutes.route('/', editLinesPages)
staffRoutes.route('/', staffPages)
staffRoutes.route('/', todayPages)
for (const route of [
  labelLinkPages,
  labelPages,
  unitListPages,
  unitPages,
  yardPages,
  scrapPages,
  binPages,
  bulkEditPages,
  gridPages,
  bulkJobPages,
  exportPages,
  importPages,
  planPages,
])
  staffRoutes.route('/', route)
for (const route of [labelsForm, savedViewsForm, unitForm, yardForm, bulkForm, importForm, plansForm])
  staffRoutes.route('/', route)
staffRoutes.route(CREDIT_PATHS.form, creditForm)
staffRoutes.route('/', creditPages)
for (const route of [
  newSetPages,
  setsForm,
  staffReturnPages,
  staffReturnForm,
  returnPhotosForm,
  apiPages,
  webhookPages,
  apiForm,
  reportPages,
  closedDaysPages,
  closedDaysForm,
  carrierPages,
  carriersForm,
  trackingUploadForm,
  unitPhotosPages,
  unitPhotosForm,
  plainIntakePages,
  plainIntakeForm,
])
  staffRoutes.route('/', route)
