/** The size help as a dialog on any page. It keeps the typed text until the page is left. */
import type { Root } from 'react-dom/client'
import { createDialogRoot } from '../../platform/islands/dialog-root.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { SizeWizard } from './size-help-wizard.tsx'

let root: Root | undefined

function show(open: boolean): void {
  root ??= createDialogRoot('size-help-dialog')
  root.render(
    <Dialog
      open={open}
      keepContent
      onClose={() => show(false)}
      title="Where do I find my size?"
      closeLabel="Close"
    >
      <SizeWizard first={0} />
    </Dialog>,
  )
}

export function openSizeHelp(): void {
  show(true)
}
