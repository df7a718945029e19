/** The size help as a dialog on any page. It keeps the typed text until the page is left. */
import { createRoot, type Root } from 'react-dom/client'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { SizeWizard } from './size-help-wizard.tsx'

let root: Root | undefined

function show(open: boolean): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')), {
    identifierPrefix: 'size-help-dialog-',
  })
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
