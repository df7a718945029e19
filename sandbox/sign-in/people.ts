/** A person that can be chosen on the consent page. */
export interface Person {
  id: string
  firstName: string
  lastName: string
  /** `null`: the provider sends no address to the shop. */
  email: string | null
  /** False: the provider has not verified the address. */
  verified: boolean
  note: string
}

export const PEOPLE: readonly Person[] = [
  {
    id: '100000000000000000001',
    firstName: 'Jordan',
    lastName: 'Reyes',
    email: 'jordan@example.com',
    verified: true,
    note: 'new to the shop',
  },
  {
    id: '100000000000000000002',
    firstName: 'Riley',
    lastName: 'Marsh',
    email: 'riley@example.com',
    verified: true,
    note: 'has a password account in the shop',
  },
  {
    id: '100000000000000000003',
    firstName: 'Casey',
    lastName: 'Lund',
    email: 'casey@example.com',
    verified: false,
    note: 'the address was never confirmed',
  },
  {
    id: '100000000000000000004',
    firstName: 'Sky',
    lastName: 'Nomail',
    email: null,
    verified: false,
    note: 'shares no address',
  },
]
