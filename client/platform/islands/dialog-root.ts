import { createRoot, type Root } from 'react-dom/client'

/** Creates the React root of a dialog that opens over any page; `name` begins its element ids. */
export function createDialogRoot(name: string): Root {
  return createRoot(document.body.appendChild(document.createElement('div')), {
    identifierPrefix: `${name}-`,
  })
}
