/** The dialog before a tire is added that does not fit the saved car. */
import type { Root } from 'react-dom/client'
import type { FitProblem } from '../../../schema/catalog/vehicle/fit-problem.ts'
import { formatVehicle, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { vehicleHref } from '../../../schema/paths.ts'
import { createDialogRoot } from '../../platform/islands/dialog-root.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'

let root: Root | undefined

/** Asks whether the tires are added although they do not fit; resolves with the answer. */
export function askToAdd(car: SavedVehicle, problems: readonly FitProblem[]): Promise<boolean> {
  root ??= createDialogRoot('fit-dialog')
  const render = root.render.bind(root)
  return new Promise((resolve) => {
    const answer = (isAdded: boolean) => {
      render(null)
      resolve(isAdded)
    }
    render(
      <Dialog
        open
        onClose={() => answer(false)}
        title={`This doesn’t fit your ${formatVehicle(car)}`}
        closeLabel="Close"
      >
        <div className="fit-gate">
          {problems.map(({ tire, reason }) => (
            <p key={`${tire.size} ${reason}`}>{reason}</p>
          ))}
          <div className="button-row">
            <LinkButton kind="buy" href={vehicleHref(car)}>
              See tires that fit
            </LinkButton>
            <Button onClick={() => answer(true)}>Add anyway</Button>
          </div>
        </div>
      </Dialog>,
    )
  })
}
