/** The shop's telephone, as people read it and as it is dialed. */
export const PHONE = { label: '312-555-0142', href: 'tel:+13125550142' } as const
