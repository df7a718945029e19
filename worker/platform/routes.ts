/** Routes for checks from outside, for security reports of browsers and for speculation rules. */
import { Hono } from 'hono'
import type { AppEnv } from '../env.ts'
import { health } from './health/health.api.ts'
import { SPECULATION_RULES_PATH, speculationRules } from './page/speculation-rules.ts'
import { extSecurityReportApi } from './security/security-report.api.ts'

export const platformRoutes = new Hono<AppEnv>()
platformRoutes.get('/healthz', health)
platformRoutes.get(SPECULATION_RULES_PATH, speculationRules)
platformRoutes.route('/api/ext', extSecurityReportApi)
