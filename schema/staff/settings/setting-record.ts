/** A setting as a record that staff change (H14l). */
import * as v from 'valibot'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'
import { findSetting } from './setting.ts'

export interface SettingValues {
  value: string
}

export interface SettingFacts {
  path: string
  /** False when the text names a coupon or a state that the shop does not know. */
  isKnown: boolean
}

export const SETTING_PATH = v.pipe(
  v.string(),
  v.check((path) => findSetting(path) !== null, 'Staff don’t change this setting.'),
)
export const SETTING_PATCH = v.partial(v.strictObject({ value: v.pipe(v.string(), v.maxLength(2_000)) }))
export type SettingPatch = v.InferOutput<typeof SETTING_PATCH>

/** Evaluates a setting: its own rule reads the text, and what it refers to exists. */
export function evaluateSetting(
  before: SettingValues,
  patch: SettingPatch | Partial<SettingValues>,
  { path, isKnown }: SettingFacts,
  { actor }: EvaluationContext,
): Evaluation<SettingValues> {
  if (!actor.may('settings')) return { ok: false, problem: 'permission', field: 'value' }
  if (patch.value === undefined) return { ok: true, after: {} }
  const value = findSetting(path)?.read(patch.value) ?? null
  if (value === null || !isKnown) return { ok: false, problem: 'invalid', field: 'value' }
  return { ok: true, after: changedFields(before, { value }) }
}
