/** The filters of the list of units: a plain form whose address is the filter. */
import type { ReactNode } from 'react'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { CONDITIONS } from '../../../schema/catalog/product/product.ts'
import { conditionLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { optionSlug } from '../../../schema/paths.ts'
import { UNIT_GRADES } from '../../../schema/staff/intake/intake-draft.ts'
import {
  LISTED_STATE_LABELS,
  LISTED_STATES,
  UNIT_SORT_LABELS,
  UNIT_SORTS,
  type UnitFilter,
} from '../../../schema/staff/unit-list/unit-filter.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { UnitChoices } from './unit-list.sql.ts'

interface UnitFilterFormProps {
  filter: UnitFilter
  choices: UnitChoices
}

/** On phones the form is closed until it is needed, and the chips above the list show what is set. */
export function UnitFilterForm({ filter, choices }: UnitFilterFormProps) {
  return (
    <details className="units-filter" data-open-wide="">
      <summary>Filters and order</summary>
      <form method="get" action={UNIT_PATHS.units}>
        {filter.q ? <input type="hidden" name="q" value={filter.q} /> : null}
        {filter.columns.length > 0 ? (
          <input type="hidden" name="columns" value={filter.columns.join()} />
        ) : null}
        <Select
          name="sort"
          label="Order"
          defaultValue={filter.sort}
          options={UNIT_SORTS.map((sort) => ({ value: sort, label: UNIT_SORT_LABELS[sort] }))}
        />
        <Group legend="State">
          {LISTED_STATES.map((state) => (
            <Checkbox
              key={state}
              name="state"
              value={state}
              label={LISTED_STATE_LABELS[state]}
              defaultChecked={filter.state.includes(state)}
            />
          ))}
        </Group>
        <Group legend="Condition">
          {CONDITIONS.map((condition) => (
            <Checkbox
              key={condition}
              name="condition"
              value={optionSlug(condition)}
              label={conditionLabel(condition)}
              defaultChecked={filter.condition.includes(optionSlug(condition))}
            />
          ))}
        </Group>
        <Group legend="Grade">
          {UNIT_GRADES.map((grade) => (
            <Checkbox
              key={grade}
              name="grade"
              value={grade}
              label={grade}
              defaultChecked={filter.grade.includes(grade)}
            />
          ))}
        </Group>
        <ManyOf name="size" label="Size" values={filter.size} options={choices.sizes} />
        <ManyOf name="brand" label="Brand" values={filter.brand} options={choices.brands} />
        <Ends name="depth" legend="Tread, /32 in" range={filter.depth} step={0.5} />
        <Ends name="age" legend="Age, years" range={filter.age} />
        <Ends name="price" legend="Price, $" range={filter.price} />
        <Ends name="listed" legend="Days here" range={filter.listed} />
        <Field
          name="bin"
          label="Bin"
          hint="A-12 finds all bins that begin with it, none finds units without one."
          defaultValue={filter.bin ?? ''}
          autoComplete="off"
          maxLength={23}
        />
        <Field
          name="lot"
          label="Lot"
          defaultValue={filter.lot ?? ''}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
        />
        <Select
          name="by"
          label="Taken in by"
          defaultValue={filter.by ?? ''}
          options={[
            { value: '', label: 'Anybody' },
            ...choices.people.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Group legend="Missing">
          <Checkbox name="photo" value="none" label="Photo" defaultChecked={filter.photo !== null} />
          <Checkbox
            name="second"
            value="none"
            label="Second inspection"
            defaultChecked={filter.second !== null}
          />
        </Group>
        <Button type="submit" wide>
          Show units
        </Button>
      </form>
    </details>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="units-group">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

interface ManyOfProps {
  name: 'size' | 'brand'
  label: string
  values: readonly string[]
  options: readonly { slug: string; label: string }[]
}

/** Chosen values stay checked, one more can be added: a list of 170 boxes would be longer than the page. */
function ManyOf({ name, label, values, options }: ManyOfProps) {
  const labelOf = (slug: string) => options.find((option) => option.slug === slug)?.label ?? slug
  return (
    <fieldset className="units-group">
      <legend className="visually-hidden">{label}</legend>
      {values.map((slug) => (
        <Checkbox key={slug} name={name} value={slug} label={labelOf(slug)} defaultChecked />
      ))}
      <Select
        name={name}
        id={`add-${name}`}
        label={values.length > 0 ? `Another ${label.toLowerCase()}` : label}
        defaultValue=""
        options={[
          { value: '', label: 'Any' },
          ...options
            .filter(({ slug }) => !values.includes(slug))
            .map(({ slug, label: option }) => ({ value: slug, label: option })),
        ]}
      />
    </fieldset>
  )
}

interface EndsProps {
  name: 'depth' | 'age' | 'price' | 'listed'
  legend: string
  range: { min: number | null; max: number | null } | null
  step?: number
}

function Ends({ name, legend, range, step = 1 }: EndsProps) {
  const input = (end: 'min' | 'max', label: string) => (
    <Field
      name={`${name}-${end}`}
      label={label}
      type="number"
      min={0}
      step={step}
      defaultValue={range?.[end] ?? ''}
    />
  )
  return (
    <fieldset className="units-ends">
      <legend>{legend}</legend>
      {input('min', 'From')}
      {input('max', 'To')}
    </fieldset>
  )
}
