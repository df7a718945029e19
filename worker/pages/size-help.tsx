/** How to read the numbers on a sidewall, in eight steps (spec §2 "Tire-size help wizard"). */
import { Island } from '../../client/islands/island.tsx'
import SizeHelpSteps from '../../client/islands/size-help.tsx'

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
