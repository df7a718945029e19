/** /staff/sets/new?skus=A+B: makes a pair or a set of four of alike tires (H14). Works without script. */
import { type Context, Hono } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatAmount, formatMoney } from '../../../schema/platform/money.ts'
import { findSetMates } from '../../../schema/staff/intake/alike.ts'
import { readNamedSkus } from '../../../schema/staff/sets/set-form.ts'
import type { SetSuggestion } from '../../../schema/staff/sets/set-price.ts'
import { checkSet, type SetProblem, type SetTire, toAlikeTire } from '../../../schema/staff/sets/set-rule.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'
import { suggestSet } from './make-set.ts'
import { findAlikeTires, findTires } from './set-tires.sql.ts'
import { TireCards } from './tire-cards.tsx'

/** Alike tires to choose from. */
const CHOICES_SHOWN = 12

/** What a refused form had. */
export interface RefusedSet {
  problem: SetProblem
  fields: Readonly<Record<'price' | 'bin' | 'why', string>>
}

/** Renders the page for tires that an address or a form names; with `refused` it is the answer to that form. */
export async function newSetPage(
  c: Context<AppEnv>,
  skus: readonly string[],
  refused: RefusedSet | null = null,
): Promise<Response> {
  const settings = await readIntakeSettings(c.env.DB)
  const named = skus.length > 0 ? await findTires(c.env.DB, skus) : []
  const [first] = named
  const alike = first ? await findAlikeTires(c.env.DB, first, settings) : []
  const chosen = first && skus.length === 1 ? [first, ...bestMates(first, alike, settings)] : named
  const problem = refused?.problem ?? (chosen.length > 1 ? checkSet(chosen, settings) : null)
  const isSet = chosen.length > 1 && checkSet(chosen, settings) === null
  const suggestion = isSet ? await suggestSet(c.env.DB, chosen) : null
  return staffPage(c, {
    title: chosen.length === 2 ? 'Make a pair' : 'Make a set of four',
    current: UNIT_PATHS.units,
    status: refused ? 422 : 200,
    body: [
      flashAlert(c),
      problem && !problem.field ? (
        <Alert key="problem" tone="error" focus>
          {problem.message}
        </Alert>
      ) : null,
      first ? <Heading key="heading" tire={first} /> : <NoTire key="none" />,
      suggestion ? <MakeForm key="make" tires={chosen} suggestion={suggestion} refused={refused} /> : null,
      first ? <Choice key="choice" first={first} chosen={chosen} alike={alike} isSet={isSet} /> : null,
    ],
  })
}

/** Returns the tires that make the most even set with this one: three of them, or one for a pair. */
function bestMates(
  tire: SetTire,
  alike: readonly SetTire[],
  settings: Parameters<typeof findSetMates>[2],
): SetTire[] {
  const mates = findSetMates(
    toAlikeTire(tire),
    alike.map((other) => ({ ...toAlikeTire(other), other })),
    settings,
  ).map(({ other }) => other)
  return mates.length >= 3 ? mates : mates.slice(0, 1)
}

function NoTire() {
  return (
    <EmptyState title="No tire chosen" action={{ href: UNIT_PATHS.units, label: 'Find a tire' }}>
      Open a used tire: its page shows the tires that are alike.
    </EmptyState>
  )
}

function Heading({ tire: { product } }: { tire: SetTire }) {
  const { tire } = product
  return (
    <p className="unit-heading">
      <span>
        <b>{tire?.size}</b> {[tire?.brand, tire?.model].filter(Boolean).join(' ')}
      </span>
    </p>
  )
}

interface MakeFormProps {
  tires: readonly SetTire[]
  suggestion: SetSuggestion
  refused: RefusedSet | null
}

function MakeForm({ tires, suggestion, refused }: MakeFormProps) {
  const name = tires.length === 2 ? 'pair' : 'set of four'
  const bins = new Set(tires.flatMap(({ unit: { bin } }) => bin ?? []))
  const [bin = ''] = bins
  const errorOf = (field: SetProblem['field']) =>
    refused?.problem.field === field ? refused?.problem.message : undefined
  return (
    <PostForm path={staffPaths.setForm} fields={{ action: 'make' }} className="form set-form" data-edit="">
      {tires.map(({ product: { sku } }) => (
        <input key={sku} type="hidden" name="sku" value={sku} />
      ))}
      <TireCards tires={tires} label={`Tires of the ${name}`} />
      <Field
        name="price"
        label="Price of all, $"
        defaultValue={refused?.fields.price ?? formatAmount(suggestion.price)}
        error={errorOf('price')}
        hint={formatSuggestion(suggestion)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        required
      />
      <Field
        name="bin"
        label="Bin"
        defaultValue={refused?.fields.bin ?? bin}
        error={errorOf('bin')}
        hint={bins.size > 1 ? `Now in ${[...bins].join(', ')}. Put them together.` : 'Where the set lies.'}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={300}
      />
      <Field
        name="why"
        label="Why this price (optional)"
        defaultValue={refused?.fields.why ?? ''}
        hint="Needed for a price far from the suggested one."
        autoComplete="off"
        maxLength={200}
      />
      <Button type="submit" kind="buy" size="big" wide>
        Put the {name} on sale
      </Button>
      <p className="t-14 quiet">The single tires leave the shop. You can break it up again.</p>
    </PostForm>
  )
}

function formatSuggestion({ price, alone, factor, sales }: SetSuggestion): string {
  const percent = Math.round((factor - 1) * 100)
  const more = percent === 0 ? 'the same' : `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'}`
  const basis = sales > 0 ? `${formatQuantity(sales, 'sold set')} cost ${more}` : `sets usually cost ${more}`
  return `Suggested: ${formatMoney(price)}. Alone they cost ${formatMoney(alone)}; ${basis}.`
}

interface ChoiceProps {
  first: SetTire
  chosen: readonly SetTire[]
  alike: readonly SetTire[]
  isSet: boolean
}

/** Chooses tires by checkboxes: the page is loaded again with them. */
function Choice({ first, chosen, alike, isSet }: ChoiceProps) {
  const skus = new Set(chosen.map(({ product: { sku } }) => sku))
  const others = alike.filter(({ product: { sku } }) => !skus.has(sku))
  const all = [...chosen, ...others].slice(0, Math.max(CHOICES_SHOWN, chosen.length))
  if (alike.length === 0)
    return (
      <EmptyState
        title="No tire is alike"
        other={{ href: unitHref(first.product.sku), label: 'Back to the tire' }}
      >
        A set needs the same model, size, load and speed, and nearly the same tread and age.
      </EmptyState>
    )
  if (isSet && others.length === 0 && chosen.length === 2) return null
  const form = (
    <form method="get" action={staffPaths.newSet} className="form set-form">
      <TireCards
        tires={all}
        label="Alike in the yard"
        before={({ product: { sku } }, index) => (
          <label className="check set-check">
            <input
              type="checkbox"
              name="skus"
              value={sku}
              defaultChecked={skus.has(sku)}
              id={`tire-${index}`}
            />
            <span className="visually-hidden">{sku}</span>
          </label>
        )}
      />
      <Button type="submit" size="big">
        Use these tires
      </Button>
    </form>
  )
  return isSet ? (
    <details className="staff-act">
      <summary>Choose other tires</summary>
      <p>Two tires make a pair, four a set.</p>
      {form}
    </details>
  ) : (
    <section aria-labelledby="choice-title">
      <h2 id="choice-title">Choose two or four tires</h2>
      {form}
    </section>
  )
}

export const newSetPages = new Hono<AppEnv>().get(
  staffPaths.newSet,
  staffRoute('intake', (c) => newSetPage(c, readNamedSkus(c.req.queries('skus') ?? []))),
)
