/** A label as SVG in its true size, for the page and for paper. */
import type { LabelCode, LabelLayout, LabelMark } from '../../../schema/staff/print/label-layout.ts'
import { DOTS_PER_MM, LABEL_DIMENSIONS } from '../../../schema/staff/print/label-size.ts'
import { darkRuns } from '../../../schema/staff/print/qr-matrix.ts'

/** `title` says what the label is for; screen readers read it instead of the picture. */
export function LabelPicture({ layout, title }: { layout: LabelLayout; title: string }) {
  const { width, height } = LABEL_DIMENSIONS[layout.paper]
  return (
    <svg
      className="label"
      role="img"
      aria-label={title}
      width={`${width / DOTS_PER_MM}mm`}
      height={`${height / DOTS_PER_MM}mm`}
      viewBox={`0 0 ${width} ${height}`}
    >
      {layout.marks.map((mark) => (
        <Mark key={`${mark.kind} ${'text' in mark ? mark.baseline : ''}`} mark={mark} />
      ))}
    </svg>
  )
}

function Mark({ mark }: { mark: LabelMark }) {
  switch (mark.kind) {
    case 'text':
      return (
        // The length holds in whatever font the browser has.
        <text
          x={mark.x}
          y={mark.baseline}
          fontSize={mark.size}
          textLength={mark.width}
          lengthAdjust="spacingAndGlyphs"
        >
          {mark.text}
        </text>
      )
    case 'code':
      return <path d={codePath(mark)} shapeRendering="crispEdges" />
    case 'shape':
      return <polygon points={mark.points.map((point) => point.join(',')).join(' ')} />
  }
}

function codePath({ x, y, module, matrix }: LabelCode): string {
  return darkRuns(matrix)
    .map((run) => {
      const width = run.length * module
      return `M${x + run.x * module} ${y + run.y * module}h${width}v${module}h-${width}z`
    })
    .join('')
}
