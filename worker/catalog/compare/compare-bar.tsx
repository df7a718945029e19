/** The bar with the chosen tires, visible once a tire is chosen (client/catalog/compare/compare.css). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { COMPARE_LIMIT } from '../../../schema/catalog/compare/compare.ts'
import { paths } from '../../../schema/paths.ts'
import { COMPARE_FORM } from './compare-checkbox.tsx'

/** Submits the checked boxes of this page; with JavaScript also the tires that the browser has saved. */
export function CompareBar() {
  return (
    <form
      className="compare-bar"
      id={COMPARE_FORM}
      action={paths.compare}
      method="get"
      aria-label="Compare tires"
      data-compare-bar=""
    >
      <div className="wrap">
        <ul data-compare-list="" aria-label="Chosen tires" hidden />
        <p className="if-no-script">Choose up to {COMPARE_LIMIT} tires.</p>
        <button type="button" className="text-button if-script" data-compare-clear="">
          Clear
        </button>
        <Button type="submit" data-compare-go="">
          Compare
        </Button>
      </div>
    </form>
  )
}
