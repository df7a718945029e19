/** Makes links to the list of cars ask for the car over the page; without script they lead to the list. Plain DOM. */
import { enhanceLinks } from '../../platform/islands/enhance-links.ts'

/** Starts the listener for every `a[data-choose-car]` of the page. */
export function enhanceVehicleLinks(): void {
  enhanceLinks('[data-choose-car]', async () => (await import('./vehicle-dialog.tsx')).openVehicleDialog())
}
