/** The part of a unit's page about sets (H14): the tires of a set, the set of a tire, or the tires that are alike. */
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { isFree, isUsedSingle, type SetTire } from '../../../schema/staff/sets/set-rule.ts'
import { newSetHref, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { PostForm } from '../frame/post-form.tsx'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'
import { findBreak, isWhole } from './break-set.ts'
import { findAlikeTires, findSetOf, findTires, readTiresOfSet } from './set-tires.sql.ts'
import { TireCards } from './tire-cards.tsx'

/** Alike tires on the page of a tire. */
const ALIKE_SHOWN = 6

export type UnitSet =
  | { kind: 'set'; sku: string; tires: SetTire[]; isWhole: boolean }
  | { kind: 'broken'; sku: string; members: string[] }
  | { kind: 'in-set'; set: string }
  | { kind: 'alike'; sku: string; tires: SetTire[] }

/** Returns what the page of a unit says about sets; `null` for a unit that has nothing to do with one. */
export async function readUnitSet(db: D1Database, sku: string, now: number): Promise<UnitSet | null> {
  const [[tire], set] = await Promise.all([findTires(db, [sku]), findSetOf(db, sku)])
  if (!tire) return null
  const { state } = tire.unit
  if (set !== null) return { kind: 'in-set', set }
  if (state === 'split') {
    const broken = await findBreak(db, sku, now)
    return broken && { kind: 'broken', sku, members: broken.members }
  }
  if (tire.product.setqty > 1) {
    const tires = await readTiresOfSet(db, tire.product.id)
    return tires.length === 0 ? null : { kind: 'set', sku, tires, isWhole: isWhole(tire, tires.length) }
  }
  if (!isUsedSingle(tire) || !isFree(tire)) return null
  const alike = await findAlikeTires(db, tire, await readIntakeSettings(db))
  return alike.length === 0 ? null : { kind: 'alike', sku, tires: alike }
}

export function UnitSetSection({ set, mayMake }: { set: UnitSet; mayMake: boolean }) {
  switch (set.kind) {
    case 'in-set':
      return (
        <p className="note">
          Sold as part of the set <a href={unitHref(set.set)}>{set.set}</a>.
        </p>
      )
    case 'broken':
      return (
        <section aria-labelledby="set-title">
          <h2 id="set-title">This set was broken up</h2>
          <p>
            Its tires:{' '}
            {set.members.map((sku, index) => (
              <span key={sku}>
                {index > 0 ? ', ' : ''}
                <a href={unitHref(sku)}>{sku}</a>
              </span>
            ))}
            .
          </p>
          {mayMake ? <SetAction action="undo-break" sku={set.sku} label="Put it together again" /> : null}
        </section>
      )
    case 'set':
      return (
        <section aria-labelledby="set-title">
          <h2 id="set-title">Tires of this set</h2>
          <TireCards tires={set.tires} label="Tires of this set" isNumbered />
          {mayMake && set.isWhole ? <BreakForm sku={set.sku} /> : null}
        </section>
      )
    case 'alike':
      return (
        <section aria-labelledby="set-title">
          <h2 id="set-title">Alike in the yard</h2>
          <TireCards tires={set.tires.slice(0, ALIKE_SHOWN)} label="Alike in the yard" />
          {mayMake ? (
            <p>
              <LinkButton href={newSetHref([set.sku])}>
                Make a {set.tires.length >= 3 ? 'set of four' : 'pair'}
              </LinkButton>
            </p>
          ) : null}
        </section>
      )
  }
}

function BreakForm({ sku }: { sku: string }) {
  return (
    <details className="staff-act">
      <summary>Break up this set</summary>
      <PostForm path={staffPaths.setForm} fields={{ action: 'break', sku }} className="form">
        <Field name="why" id="break-why" label="Why" required autoComplete="off" maxLength={200} />
        <Button type="submit" kind="danger">
          Break up
        </Button>
      </PostForm>
    </details>
  )
}

/** A button that undoes the making or the breaking up of a set. */
export function SetAction({
  action,
  sku,
  label,
}: {
  action: 'undo-make' | 'undo-break'
  sku: string
  label: string
}) {
  return (
    <PostForm path={staffPaths.setForm} fields={{ action, sku }}>
      <Button type="submit">{label}</Button>
    </PostForm>
  )
}
