/** A dataset that tests can read; the one of Miniflare forgets its points. */
import { type DataPoint, LAYOUTS, type PointKind } from '../../../schema/platform/metrics/data-point.ts'

export class RecordedPoints {
  readonly raw: DataPoint[] = []

  writeDataPoint(point: DataPoint): void {
    this.raw.push(point)
  }

  /** Returns the points of a kind with their values by name. */
  of(kind: PointKind): Record<string, string | number>[] {
    return this.raw.filter(({ blobs }) => blobs[0] === kind).map(readDataPoint)
  }
}

function readDataPoint({ indexes, blobs, doubles }: DataPoint): Record<string, string | number> {
  const { texts, numbers } = LAYOUTS[blobs[0] as PointKind]
  return {
    index: indexes[0],
    ...Object.fromEntries(texts.map((name, at) => [name, blobs[at + 1] ?? ''])),
    ...Object.fromEntries(numbers.map((name, at) => [name, doubles[at] ?? 0])),
  }
}
