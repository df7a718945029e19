/** Lets a phone choose between rows with small pictures and two columns; a plain form, so that no script is loaded. */
import type { CardsView } from '../../../schema/catalog/listing/listing.ts'
import { CARDS_FORM_PATH } from '../../../schema/paths.ts'

const SWITCHES: readonly { to: CardsView; label: string }[] = [
  { to: 'columns', label: 'Two columns' },
  { to: 'rows', label: 'Rows' },
]

/** Renders both buttons; the style shows the one for the other view. `back` is the path and query of the list. */
export function CardsViewSwitch({ back }: { back: string }) {
  return (
    <form className="cards-view" method="post" action={CARDS_FORM_PATH}>
      <input type="hidden" name="back" value={back} />
      {SWITCHES.map(({ to, label }) => (
        <button key={to} type="submit" name="cards" value={to} className={`text-button cards-to-${to}`}>
          <span className="visually-hidden">Show tires as </span>
          {label}
        </button>
      ))}
    </form>
  )
}
