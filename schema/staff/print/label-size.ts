/** The sizes of labels. Lengths are dots of a label printer with 203 dpi, which are an eighth of a millimeter. */

export const DOTS_PER_MM = 8

export const LABEL_SIZES = ['2x1', '4x2'] as const
export type LabelSize = (typeof LABEL_SIZES)[number]

export const LABEL_DIMENSIONS: Readonly<Record<LabelSize, { width: number; height: number; label: string }>> =
  {
    '2x1': { width: 406, height: 203, label: '2 × 1 in' },
    '4x2': { width: 812, height: 406, label: '4 × 2 in' },
  }

/** Nothing is printed closer to an edge: many printers cannot, and paper shifts. 3 mm. */
export const EDGE = 3 * DOTS_PER_MM

/** Labels of one document. */
export const LABELS_MAX = 100
