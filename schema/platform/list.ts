/** Lists of a request, read up to their maximum only: a megabyte of `{}` would be validated member by member. */
import * as v from 'valibot'

/** Reads the first members of a list and ignores the rest. */
/* @__NO_SIDE_EFFECTS__ */
export function firstOf<Item extends v.GenericSchema>(
  item: Item,
  max: number,
): v.ArraySchema<Item, undefined> {
  const list = v.array(item)
  return {
    ...list,
    '~run'(dataset, config) {
      const { value } = dataset
      return list['~run'](Array.isArray(value) ? { ...dataset, value: value.slice(0, max) } : dataset, config)
    },
  }
}

/** Requires a list of at most so many members. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<Item extends v.GenericSchema>(item: Item, max: number) {
  return v.pipe(firstOf(item, max + 1), v.maxLength(max))
}
