/** Routes of the session and the location; the routes of signing in are in `account`. */
import { Hono } from 'hono'
import { CONFIRM_EMAIL_PATH } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { extGeolocationApi } from './location/geolocation.api.ts'
import { extSessionApi } from './session/session.api.ts'
import { confirmEmailPage } from './sign-in/confirm-email.page.tsx'

export const identityRoutes = new Hono<AppEnv>()
identityRoutes.route('/api/ext', extGeolocationApi)
identityRoutes.route('/api/ext', extSessionApi)
identityRoutes.get(CONFIRM_EMAIL_PATH, confirmEmailPage)
