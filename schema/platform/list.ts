/** Lists of a request, read no further than their maximum: a megabyte of `{}` would be judged member by member. */
import * as v from 'valibot'

/** The first members of a list; what follows is not even looked at. */
/* @__NO_SIDE_EFFECTS__ */
export function firstOf<Item extends v.GenericSchema>(
  item: Item,
  most: number,
): v.ArraySchema<Item, undefined> {
  const list = v.array(item)
  return {
    ...list,
    '~run'(dataset, config) {
      const { value } = dataset
      return list['~run'](
        Array.isArray(value) ? { ...dataset, value: value.slice(0, most) } : dataset,
        config,
      )
    },
  }
}

/** A list of at most so many. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<Item extends v.GenericSchema>(item: Item, most: number) {
  return v.pipe(firstOf(item, most + 1), v.maxLength(most))
}
