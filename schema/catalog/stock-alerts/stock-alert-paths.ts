/** Not part of `paths`, because every page loads `paths`. */
export const STOCK_ALERT_PATHS = {
  /** The form that starts an alert. */
  start: '/stock-alerts',
  form: '/stock-alerts/form',
  /** The alerts of one mailbox, and the form that turns them on and deletes them. */
  mine: '/stock-alerts/mine',
  /** Ends all alerts by the link of a mail. */
  stop: '/stock-alerts/stop',
} as const
