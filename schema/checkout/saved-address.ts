/** The choice between the addresses of an account and a new one, in the shipping step. */

/** The value of the choice "Another address". */
export const NEW_ADDRESS = 'new'

export const ADDRESS_GONE = 'This address is no longer in your address book. Choose or type another one.'

/** Checks whether the value of the choice names a saved address. */
export function isSavedAddress(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== NEW_ADDRESS
}
