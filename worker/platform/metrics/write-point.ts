/** Writes data points to Workers Analytics Engine (schema/platform/metrics/data-point.ts). */
import { type PointKind, type PointValues, toDataPoint } from '../../../schema/platform/metrics/data-point.ts'
import { describeError } from '../security/log-redaction.ts'

/** The dataset; absent where nothing reads the points. */
export interface MetricsBinding {
  METRICS?: AnalyticsEngineDataset
}

/** Writes a point. Takes no time, because the platform sends it later, and never throws. */
export function writePoint<Kind extends PointKind>(
  { METRICS }: MetricsBinding,
  kind: Kind,
  values: PointValues<Kind>,
  index: string = kind,
): void {
  try {
    METRICS?.writeDataPoint(toDataPoint(kind, index, values))
  } catch (error) {
    console.warn('a data point was not written', describeError(error))
  }
}
