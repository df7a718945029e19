/** Addresses of API keys and webhooks in the back office. */

import { staffPaths } from '../../paths.ts'

export const API_PATHS = {
  settings: staffPaths.api,
  /** Form endpoint. */
  form: '/staff/settings/api/form',
} as const

/** Returns the address of a webhook’s log. */
export function webhookHref(id: string): string {
  return `${API_PATHS.settings}webhooks/${id}`
}
