/** Screens on which a drawing is at most 400 px wide; the finest lines of the large drawing would be invisible there. */
export const SMALL_SCREEN = '(max-width: 420px)'
