/** The comparison page: a table with a column for each of up to four tires. */
import { Fragment } from 'react'
import { TreadGauge } from '../../../client/catalog/product/tread-gauge.tsx'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { BuyButton } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Tag } from '../../../client/platform/ui/tag.tsx'
import { COMPARE_FULL, COMPARE_LIMIT } from '../../../schema/catalog/compare/compare.ts'
import { defaultVariant, unitLabel } from '../../../schema/catalog/product/variant.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import { fittingTire } from '../../../schema/catalog/vehicle/fitment.ts'
import { compareHref, paths, productHref } from '../../../schema/paths.ts'
import { productPicture } from '../images/product-picture.ts'
import { type CompareRow, compareRows, type TireOffer } from './compare-rows.ts'

interface CompareProps {
  offers: readonly TireOffer[]
  /** Skus in the address that are not tires. */
  unknown: readonly string[]
  /** Number of skus in the address beyond the limit of four. */
  surplus: number
  now: number
}

/** The head of a column: picture, name, the button to buy the tire, the link to remove it. */
function Column({ offer, others }: { offer: TireOffer; others: readonly string[] }) {
  const { product } = offer
  const title = productTitle(product)
  const picture = productPicture(product)
  const unit = defaultVariant(offer)
  return (
    <th scope="col">
      <img src={picture?.src} alt={picture?.alt ?? ''} width={350} height={350} decoding="async" />
      <a className="compare-name t-22" href={productHref(product)}>
        {title}
      </a>
      {unit ? (
        <form
          method="post"
          action={paths.cartForm}
          data-add=""
          data-tires={JSON.stringify({ sku: fittingTire(product.tire) })}
        >
          <input type="hidden" name="action" value="add" />
          <input type="hidden" name="sku" value={unit.sku} />
          <input type="hidden" name="qty" value="1" />
          <BuyButton>
            Add {unit.setqty}
            <span className="visually-hidden">
              : {title}, {unitLabel(unit.setqty).toLowerCase()}, to the cart
            </span>
          </BuyButton>
        </form>
      ) : (
        <Tag>Sold</Tag>
      )}
      <a
        className="compare-drop t-14"
        href={compareHref(others)}
        rel="nofollow"
        data-compare-drop={product.sku}
      >
        Remove<span className="visually-hidden"> {title} from the comparison</span>
      </a>
    </th>
  )
}

function Cell({ row, index, offer }: { row: CompareRow; index: number; offer: TireOffer }) {
  const { treadDepth, treadNew } = offer.product.tire
  return (
    <td>
      {row.label === 'Tread left' ? <TreadGauge left={treadDepth} full={treadNew} /> : row.values[index]}
      {row.best?.[index] ? <Tag kind="filled">Best value</Tag> : null}
    </td>
  )
}

/** The row about the shopper's car, filled by a script; without a saved car it asks for one. */
function FitRow({ offers }: Pick<CompareProps, 'offers'>) {
  return (
    <tr>
      <th scope="row">Fits your car</th>
      {offers.map(({ product }) => (
        <td key={product.sku} data-compare-fit={JSON.stringify(fittingTire(product.tire))}>
          <a href={paths.cars} data-choose-car="">
            Add your car<span className="visually-hidden"> to check {productTitle(product)}</span>
          </a>
        </td>
      ))}
    </tr>
  )
}

function Table({ offers, now }: Pick<CompareProps, 'offers' | 'now'>) {
  const rows = compareRows(offers, now)
  const skus = offers.map(({ product }) => product.sku)
  return (
    <>
      <div className="compare-acts">
        {offers.length > 1 ? (
          <label className="check compare-differences">
            <input type="checkbox" id="differences" />
            <span>Differences only</span>
          </label>
        ) : (
          <p className="quiet">There’s nothing to compare with yet. Check “Compare” on another tire.</p>
        )}
        <button type="button" className="text-button if-script" data-compare-clear="">
          Clear<span className="visually-hidden"> the comparison</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table */}
      <section className="compare-scroll" tabIndex={0} aria-label="Comparison">
        <table className="compare" data-columns={offers.length}>
          <caption className="visually-hidden">{offers.length} tires side by side</caption>
          <thead>
            <tr>
              <td />
              {offers.map((offer) => (
                <Column
                  key={offer.product.sku}
                  offer={offer}
                  others={skus.filter((sku) => sku !== offer.product.sku)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <Fragment key={row.label}>
                <tr className={row.same ? 'same' : undefined}>
                  <th scope="row">{row.label}</th>
                  {offers.map((offer, index) => (
                    <Cell key={offer.product.sku} row={row} index={index} offer={offer} />
                  ))}
                </tr>
                {place === 0 ? <FitRow offers={offers} /> : null}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
      <p className="quiet t-14 measure">
        Cost per 32nd is the price of one tire shared among its tread above 2/32 in, where most states
        consider a tire worn out. A tire of 10 years or more is never the best value. Prices are for the set
        each tire is sold in.
      </p>
    </>
  )
}

export function ComparePage({ offers, unknown, surplus, now }: CompareProps) {
  return (
    <div className="wrap compare-page">
      <h1 className="t-64">Compare tires</h1>
      {surplus > 0 ? (
        <Alert>
          {COMPARE_FULL} {surplus === 1 ? 'One more was' : `${surplus} more were`} left out.
        </Alert>
      ) : null}
      {unknown.length > 0 ? (
        <Alert>
          {unknown.length === 1 ? 'One of them is' : `${unknown.length} of them are`} no longer in the
          catalog: {unknown.join(', ')}.
        </Alert>
      ) : null}
      {offers.length > 0 ? (
        <Table offers={offers} now={now} />
      ) : (
        <EmptyState
          title="Nothing to compare yet"
          action={{ href: paths.sizes, label: 'Find tires by size' }}
          other={{ href: '/t', label: 'All tires' }}
        >
          <p>
            Check “Compare” on up to {COMPARE_LIMIT} tires. We keep them in this browser only, until you clear
            them or sign out.
          </p>
        </EmptyState>
      )}
    </div>
  )
}
