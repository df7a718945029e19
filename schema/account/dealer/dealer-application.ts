/** What staff answer to the application of a dealer (H14k). Reasons are codes, so that the audit log has no text about a person. */
import { businessDayAfter, formatDay } from '../../platform/shop-calendar.ts'

export const APPLICATION_STATES = ['waiting', 'asked', 'approved', 'refused'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/** The answers of staff; only an application of the customer waits. */
export const APPLICATION_ANSWERS = ['approved', 'asked', 'refused'] as const

export const APPLICATION_REASONS = [
  'certificate-missing',
  'certificate-expired',
  'company-name',
  'ein',
  'no-dealer',
] as const
export type ApplicationReason = (typeof APPLICATION_REASONS)[number]

/** What the dealer reads, as a sentence. */
export const REASON_TEXTS: Readonly<Record<ApplicationReason, string>> = {
  'certificate-missing': 'We need a resale certificate that we can read.',
  'certificate-expired': 'Your resale certificate has expired. Please send the current one.',
  'company-name': 'The company name differs from the one on your certificate.',
  ein: 'We couldn’t confirm your EIN.',
  'no-dealer': 'Dealer terms are for companies that resell or fit tires.',
}

export const APPLICATION_LABELS: Readonly<Record<ApplicationState, string>> = {
  waiting: 'Waits for us',
  asked: 'Waits for the dealer',
  approved: 'Approved',
  refused: 'Refused',
}

/** Business days within which an application is answered. */
const APPLICATION_BUSINESS_DAYS = 2

export interface DealerApplication {
  state: ApplicationState
  reason: ApplicationReason | null
  /** The last day of the resale certificate, `2027-03-31`; `null` if it does not expire. */
  certificateUntil: string | null
  /** Milliseconds. */
  appliedAt: number
}

/** Returns the day (UTC midnight) by which an application is answered. */
export function answerDay({ appliedAt }: Pick<DealerApplication, 'appliedAt'>): number {
  return businessDayAfter(appliedAt, APPLICATION_BUSINESS_DAYS)
}

/** Returns where an application is, for the dealer. */
export function describeApplication(application: DealerApplication): string {
  switch (application.state) {
    case 'waiting':
      return `We have your application. We’ll answer by email by ${formatDay(answerDay(application))}.`
    case 'approved':
      return 'You’re approved as a dealer. Dealer terms apply to your account.'
    case 'asked':
    case 'refused':
      return application.reason === null ? '' : REASON_TEXTS[application.reason]
  }
}
