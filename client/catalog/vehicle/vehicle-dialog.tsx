/** The dialog that asks for the shopper's car over the page; its answer saves the car and closes the dialog. */
import { useEffect } from 'react'
import type { Root } from 'react-dom/client'
import { createDialogRoot } from '../../platform/islands/dialog-root.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { FinderByCar } from './finder-car.tsx'
import { readSavedVehicle, savedVehicleAnswers } from './saved-vehicle.store.ts'
import { useCarWizard } from './use-car-wizard.ts'

const NOT_STORED = 'This browser stores nothing, so it can’t remember your car.'

function VehicleForm({ onSave }: { onSave: () => void }) {
  const state = useCarWizard([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form begins once with the saved car
  useEffect(() => state.load(savedVehicleAnswers()), [])
  return <FinderByCar state={state} onFind={onSave} submitLabel="Check this car" />
}

let root: Root | undefined

function render(isOpen: boolean): void {
  const save = () => {
    if (!readSavedVehicle()) showToast({ message: NOT_STORED, type: 'error' })
    render(false)
  }
  root?.render(
    <Dialog open={isOpen} onClose={() => render(false)} title="What do you drive?" closeLabel="Close">
      <VehicleForm onSave={save} />
    </Dialog>,
  )
}

/** Opens the dialog in a React root of its own, which is created at the first call. */
export function openVehicleDialog(): void {
  root ??= createDialogRoot('vehicle-dialog')
  render(true)
}
