/** The key of the car that the customer's garage has; cleared at the sign-out together with the car. */
export const GARAGE_KEY = 'garage'
