/** POST /staff/labels/form: prints labels as a document, a PDF or commands of a label printer. */
import type { Context } from 'hono'
import { LabelPicture } from '../../../client/staff/print/label-picture.tsx'
import { labelsPdf } from '../../../schema/staff/print/label-pdf.ts'
import type { LabelFormat } from '../../../schema/staff/print/label-request.ts'
import { LABEL_FORM } from '../../../schema/staff/print/label-request.ts'
import { labelsZpl } from '../../../schema/staff/print/label-zpl.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { type Label, makeLabels } from './make-labels.ts'
import { recordPrints } from './record-prints.sql.ts'

export const labelsForm = staffFormRoute({
  path: UNIT_PATHS.labelsForm,
  permission: 'intake',
  schema: LABEL_FORM,
  run: async (c, form, staff) => {
    const labels = await makeLabels(c, form)
    if (labels.length === 0) return c.redirect(UNIT_PATHS.labels, 303)
    const { format } = form
    await recordPrints(c.env.DB, toActor(staff, 'page'), { labels, format }, Date.now())
    return printed(c, labels, format)
  },
})

function printed(
  c: Context<AppEnv>,
  labels: readonly Label[],
  format: LabelFormat,
): Promise<Response> | Response {
  const layouts = labels.map(({ layout }) => layout)
  switch (format) {
    case 'print':
      return staffPage(c, {
        title: 'Labels',
        current: '',
        print: true,
        body: <LabelSheets labels={labels} />,
      })
    case 'pdf':
      return download(c, labelsPdf('Labels', layouts), 'application/pdf', 'labels.pdf')
    case 'zpl':
      return download(c, labelsZpl(layouts), 'text/plain; charset=utf-8', 'labels.zpl')
  }
}

function download(c: Context<AppEnv>, text: string, type: string, name: string): Response {
  return c.body(text, 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
  })
}

/** One sheet of paper per label; the page's script opens the print window. */
function LabelSheets({ labels }: { labels: readonly Label[] }) {
  return (
    <div className="label-sheets" data-print="">
      {labels.map(({ kind, code, layout }) => (
        <div key={`${kind} ${code}`} className={`label-sheet label-${layout.paper}`}>
          <LabelPicture layout={layout} title={`Label of ${code}`} />
        </div>
      ))}
    </div>
  )
}
