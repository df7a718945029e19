/** Only the cart uses these paths. Those of `schema/paths.ts` are part of the script that every page loads first. */
export const PLAN_TERMS_HREF = '/i/road-hazard-plan'
export const KITS_HREF = '/c/plans-and-mounting'
