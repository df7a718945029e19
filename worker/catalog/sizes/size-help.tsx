/** The help section that explains the numbers on a sidewall in eight steps. */
import SizeHelpSteps from '../../../client/catalog/sizes/size-help.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'

export function SizeHelp() {
  return (
    <section className="size-help" id="help" aria-labelledby="help-title">
      <div className="chapter">
        <h2 className="t-40" id="help-title">
          Where do I find my size?
        </h2>
      </div>
      <Island name="size-help" when="visible" component={SizeHelpSteps} props={{}} />
    </section>
  )
}
