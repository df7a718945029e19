/** Routes of the back office. */
import { Hono } from 'hono'
import { paths, staffPaths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { auditForm } from './audit/audit.form.ts'
import { auditPages } from './audit/audit.page.tsx'
import { extStaffChangesApi } from './changes/changes.api.ts'
import { extIntakeApi } from './intake/intake.api.ts'
import { staffIntakePages } from './intake/intake.page.tsx'
import { extIntakePhotoApi } from './intake/intake-photo.api.ts'
import { extIntakeQueriesApi } from './intake/intake-queries.api.ts'
import { extReviewModerationApi } from './review-moderation.api.ts'
import { extStaffPasskeyApi } from './sign-in/passkey.api.ts'
import { staffForm } from './staff.form.ts'
import { staffPages } from './staff-pages.page.tsx'

export const staffRoutes = new Hono<AppEnv>()
staffRoutes.route('/api/ext', extReviewModerationApi)
staffRoutes.route('/api/ext', extStaffChangesApi)
staffRoutes.route('/api/ext', extStaffPasskeyApi)
staffRoutes.route('/api/ext', extIntakeQueriesApi)
staffRoutes.route('/api/ext', extIntakeApi)
staffRoutes.route('/api/ext', extIntakePhotoApi)
staffRoutes.route(paths.staffForm, staffForm)
staffRoutes.route(staffPaths.auditForm, auditForm)
staffRoutes.route('/', auditPages)
staffRoutes.route('/', staffIntakePages)
staffRoutes.route('/', staffPages)
