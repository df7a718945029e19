/** The question between the form of a recall and its save (H14t): which units it takes off sale, and whether the shop has its brand. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { optionSlug } from '../../../schema/catalog/finder/option-slug.ts'
import { editDistance } from '../../../schema/catalog/search/search-spelling.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { RECALL_MESSAGES, type RecallFields } from '../../../schema/staff/safety/recall-form.ts'
import { recallHref, SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { RecallFormFields, RecallPost } from './recall-fields.tsx'
import { readBrands } from './recall-matches.sql.ts'
import { formatUnitFacts } from './recall-view.tsx'
import { type NamedUnit, readNamedUnits } from './recalls.sql.ts'

/** Units that the question names. */
const UNITS_SHOWN = 10
/** Brands that a misspelled one may mean: this many, each at most so many letters away. */
const BRANDS_SHOWN = 5
const EDITS_MAX = 3

export interface RecallQuestion {
  campaign: string
  /** The version that the form saw; 0 for a new recall. */
  version: number
  fields: RecallFields
  /** The units that it takes off sale. */
  skus: readonly string[]
  /** How many the sender saw before; `null` at the first press. */
  seen: number | null
}

/** Renders what a recall names, with the button that saves it (H14t). */
export async function recallCheckPage(c: Context<AppEnv>, question: RecallQuestion): Promise<Response> {
  const { campaign, version, fields, skus, seen } = question
  const [brands, units] = await Promise.all([
    readBrands(c.env.DB),
    readNamedUnits(c.env.DB, skus.slice(0, UNITS_SHOWN)),
  ])
  const count = formatQuantity(skus.length, 'unit')
  const hasBrand = brands.has(optionSlug(fields.brand))
  const refused = { fields, errors: {}, message: '' }
  const title = version === 0 ? `Recall ${campaign}: check it first` : `One more tire of recall ${campaign}`
  return staffPage(c, {
    ...{ title, current: SAFETY_PATHS.recalls },
    body: (
      <>
        {hasBrand ? null : <UnknownBrand {...{ question, brands }} />}
        {seen === null ? null : (
          <Alert tone="error" focus>
            It names {count} now. {RECALL_MESSAGES.counted}
          </Alert>
        )}
        <section className="safety-group" aria-labelledby="named">
          <h2 id="named">{skus.length === 0 ? 'It names no unit of the shop' : `It names ${count}`}</h2>
          {skus.length === 0 ? null : (
            <p>They go off sale at once, until you’ve decided about each. You can undo it.</p>
          )}
          <ul className="safety-rows">
            {units.map((unit) => (
              <Unit key={unit.sku} unit={unit} />
            ))}
          </ul>
          {skus.length > units.length ? <p>And {formatCount(skus.length - units.length)} more.</p> : null}
          <RecallPost action="save" fields={hiddenFields(question, { confirmed: String(skus.length) })}>
            <Button type="submit" kind={hasBrand ? 'buy' : undefined}>
              {skus.length === 0 ? 'Save it anyway' : `Take ${count} off sale`}
            </Button>
          </RecallPost>
        </section>
        <section className="safety-group staff-narrow" aria-labelledby="change">
          <h2 id="change">Or change it</h2>
          <RecallFormFields {...{ refused, version }} {...(version > 0 && { campaign })} />
          <p>
            <a href={version === 0 ? SAFETY_PATHS.recalls : recallHref(campaign)}>Don’t save it</a>
          </p>
        </section>
      </>
    ),
  })
}

function hiddenFields(
  { version, fields }: RecallQuestion,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return { ...fields, version: String(version), ...more }
}

function UnknownBrand({
  question,
  brands,
}: {
  question: RecallQuestion
  brands: ReadonlyMap<string, string>
}) {
  const near = nearBrands(question.fields.brand, brands)
  return (
    <>
      <Alert tone="error" focus>
        The shop has no tire of the brand “{question.fields.brand.trim()}”.{' '}
        {near.length > 0 ? 'Did you mean another brand?' : 'Check how it’s spelled.'}
      </Alert>
      <div className="button-row">
        {near.map((brand) => (
          <RecallPost key={brand} action="save" fields={hiddenFields(question, { brand })}>
            <Button type="submit" kind="buy">
              Use {brand}
            </Button>
          </RecallPost>
        ))}
      </div>
    </>
  )
}

/** Returns the brands that a typed one may mean, the nearest first. */
function nearBrands(typed: string, brands: ReadonlyMap<string, string>): string[] {
  const slug = optionSlug(typed)
  return [...brands]
    .map(([known, name]) => ({ name, edits: distance(slug, known) }))
    .filter(({ edits }) => edits <= EDITS_MAX)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, BRANDS_SHOWN)
    .map(({ name }) => name)
}

/** A brand that begins with the typed letters is near, and two short words are near only if they differ by one letter. */
function distance(typed: string, known: string): number {
  if (typed.length > 2 && (known.startsWith(typed) || typed.startsWith(known))) return 1
  const most = Math.min(EDITS_MAX, Math.floor(known.length / 3))
  const edits = editDistance(typed, known, most)
  return edits <= most ? edits : EDITS_MAX + 1
}

function Unit({ unit }: { unit: NamedUnit }) {
  return (
    <li>
      <div>
        <a href={unitHref(unit.sku)}>
          <b>{unit.sku}</b>
        </a>
        <p>{formatUnitFacts(unit)}</p>
      </div>
    </li>
  )
}
