/** The shop's telephone, for display and as a link. */
export const PHONE = { label: '312-555-0142', href: 'tel:+13125550142' } as const
