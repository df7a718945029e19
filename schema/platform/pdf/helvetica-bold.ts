/** Widths of letters of Helvetica Bold, with which Arial and Liberation Sans agree. */

/** Widths from space to tilde, in thousandths of the size; a published fact of the font. */
const WIDTHS = `
  278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278
  556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611
  975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778
  667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556
  333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611
  611 611 389 556 333 611 556 778 556 556 500 389 280 389 584`
  .trim()
  .split(/\s+/)
  .map(Number)

/** Width of other letters: none of Western Europe is wider but a few capitals. */
const OTHER = 778

/** Returns the width of a text at size 1. */
export function boldWidth(text: string): number {
  const widths = [...text].map((letter) => WIDTHS[(letter.codePointAt(0) ?? 0) - 32] ?? OTHER)
  return widths.reduce((sum, width) => sum + width, 0) / 1000
}
