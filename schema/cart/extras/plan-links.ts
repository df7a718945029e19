/** Not among the paths of the first script, which only the cart needs. */
export const PLAN_TERMS_HREF = '/i/road-hazard-plan'
export const KITS_HREF = '/c/plans-and-mounting'
