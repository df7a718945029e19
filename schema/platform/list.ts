/**
 * Schemas of lists in requests. They read only up to a maximum, because a list such as a megabyte of `{}` would be
 * validated member by member.
 */
import * as v from 'valibot'

/** Returns the schema of a list that reads the first `max` members and ignores the rest. */
/* @__NO_SIDE_EFFECTS__ */
export function truncatedList<Item extends v.GenericSchema>(
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

/** Returns the schema of a list of at most `max` members. */
/* @__NO_SIDE_EFFECTS__ */
export function boundedList<Item extends v.GenericSchema>(item: Item, max: number) {
  return v.pipe(truncatedList(item, max + 1), v.maxLength(max))
}
