/** The result of charging a test card. */
export type CardOutcome = 'approve' | 'authenticate' | 'authenticate_then_decline' | Decline

/** A decline by the bank (docs.stripe.com/declines/codes). */
export interface Decline {
  code: string
  decline_code?: string
  message: string
}

/** A card of docs.stripe.com/testing with its effect and the names of its ready-made payment methods. */
export interface TestCard {
  /** Identifies the card without its number; stable, like Stripe's fingerprint. */
  fingerprint: string
  number: string
  brand: string
  outcome: CardOutcome
  /** The effect as the index page shows it. */
  effect: string
  /** `pm_card_…` names. */
  names: readonly string[]
}

const DECLINED = 'Your card was declined.'

function decline(code: string, message: string, decline_code?: string): Decline {
  return decline_code === undefined ? { code, message } : { code, decline_code, message }
}

function card(
  fingerprint: string,
  number: string,
  brand: string,
  outcome: CardOutcome,
  effect: string,
  ...names: string[]
): TestCard {
  return { fingerprint, number, brand, outcome, effect, names }
}

/** The cards that the sandbox knows; source: docs.stripe.com/testing. */
export const TEST_CARDS: readonly TestCard[] = [
  card('sbxVisa4242', '4242424242424242', 'visa', 'approve', 'Succeeds', 'pm_card_visa', 'pm_card_us'),
  card('sbxVisaDebit5556', '4000056655665556', 'visa', 'approve', 'Succeeds (debit)', 'pm_card_visa_debit'),
  card('sbxMastercard4444', '5555555555554444', 'mastercard', 'approve', 'Succeeds', 'pm_card_mastercard'),
  card('sbxAmex0005', '378282246310005', 'amex', 'approve', 'Succeeds (CVC of 4 digits)', 'pm_card_amex'),
  card('sbxDiscover1117', '6011111111111117', 'discover', 'approve', 'Succeeds', 'pm_card_discover'),
  card(
    'sbxGeneric0002',
    '4000000000000002',
    'visa',
    decline('card_declined', DECLINED, 'generic_decline'),
    'Declined',
    'pm_card_chargeDeclined',
    'pm_card_visa_chargeDeclined',
  ),
  card(
    'sbxFunds9995',
    '4000000000009995',
    'visa',
    decline('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
    'Declined: insufficient funds',
    'pm_card_chargeDeclinedInsufficientFunds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ),
  card(
    'sbxLost9987',
    '4000000000009987',
    'visa',
    decline('card_declined', DECLINED, 'lost_card'),
    'Declined: lost card',
    'pm_card_chargeDeclinedLostCard',
    'pm_card_visa_chargeDeclinedLostCard',
  ),
  card(
    'sbxStolen9979',
    '4000000000009979',
    'visa',
    decline('card_declined', DECLINED, 'stolen_card'),
    'Declined: stolen card',
    'pm_card_chargeDeclinedStolenCard',
    'pm_card_visa_chargeDeclinedStolenCard',
  ),
  card(
    'sbxExpired0069',
    '4000000000000069',
    'visa',
    decline('expired_card', 'Your card has expired.', 'expired_card'),
    'Declined: expired card',
    'pm_card_chargeDeclinedExpiredCard',
    'pm_card_visa_chargeDeclinedExpiredCard',
  ),
  card(
    'sbxCvc0127',
    '4000000000000127',
    'visa',
    decline('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
    'Declined: incorrect CVC',
    'pm_card_chargeDeclinedIncorrectCvc',
    'pm_card_visa_chargeDeclinedIncorrectCvc',
  ),
  card(
    'sbxProcessing0119',
    '4000000000000119',
    'visa',
    decline(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
    'Declined: processing error',
    'pm_card_chargeDeclinedProcessingError',
    'pm_card_visa_chargeDeclinedProcessingError',
  ),
  card(
    'sbxAuth3155',
    '4000002500003155',
    'visa',
    'authenticate',
    '3-D Secure, then succeeds',
    'pm_card_authenticationRequiredOnSetup',
  ),
  card(
    'sbxAuth3184',
    '4000002760003184',
    'visa',
    'authenticate',
    '3-D Secure always, then succeeds',
    'pm_card_authenticationRequired',
  ),
  card(
    'sbxAuth3220',
    '4000000000003220',
    'visa',
    'authenticate',
    '3-D Secure 2, then succeeds',
    'pm_card_threeDSecure2Required',
    'pm_card_threeDSecureRequired',
  ),
  card(
    'sbxAuth1629',
    '4000008400001629',
    'visa',
    'authenticate_then_decline',
    '3-D Secure, then declined',
    'pm_card_threeDSecureRequiredChargeDeclined',
  ),
]

/** The decline after a successful authentication. */
export const DECLINED_AFTER_AUTHENTICATION: Decline = decline('card_declined', DECLINED, 'generic_decline')

/** Refusals of card details before any charge; messages of docs.stripe.com/error-codes. */
export const CARD_DETAIL_ERRORS = {
  incorrect_number: 'Your card number is incorrect.',
  invalid_number: 'The card number is not a valid credit card number.',
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_cvc: "Your card's security code is invalid.",
} as const

/** The decline of a valid number that belongs to no test card: `test_mode_live_card`. */
export const LIVE_CARD_IN_TEST_MODE: Decline = decline(
  'card_declined',
  'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  'test_mode_live_card',
)

/** Returns the test card with this number (digits only). */
export function cardByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((known) => known.number === number)
}

/** Returns the test card of a `pm_card_…` name. */
export function cardByName(name: string): TestCard | undefined {
  return TEST_CARDS.find((known) => known.names.includes(name))
}

/** Returns the test card with this fingerprint. */
export function cardByFingerprint(fingerprint: string | null | undefined): TestCard | undefined {
  return TEST_CARDS.find((known) => known.fingerprint === fingerprint)
}

/** Verifies the check digit of ISO/IEC 7812 ("Luhn"); digits only. */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index])
    const weighted = index % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return number.length > 0 && sum % 10 === 0
}
