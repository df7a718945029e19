/** What single landings say for themselves, by their path; small Markdown in `long`. */

const UPDATED = 'Counted {date} at {time}.'

export const LANDING_TEXTS: Readonly<Record<string, Record<string, string>>> = {
  't/c/used': {
    long: `## What used means here

Somebody drove on it. It was taken off, measured in each groove, looked at inside and outside and held under air for a day. Two people sign for it, and a one-year warranty holds.

## How much tread is enough

A new tire has 10/32 in or more, the law ends at 2/32 in. At 4/32 in braking on wet roads takes noticeably longer, so we mark those. [How to read a tire](/i/read-a-tire) has the rest.

## How old

No tires made before 2011. The week and year stand at every tire.`,
  },
  't/c/new': {
    long: `## What new means here

From the factory and never mounted, with full tread. The week it was made stands at the tire when we know it; older stock is marked and costs less.`,
  },
  't/c/driven-once': {
    long: `## What driven once means here

Taken off a car that was new: the dealer put on other wheels, or the car was shown and moved. A few miles, close to the tread of a new tire, and a good part of the price off.`,
  },
  't/c/retread': {
    heading: 'Retreads',
    title: 'Retread tires',
    long: `## What a retread is

An inspected casing with a new tread bonded on. Trucks run on them by the million. It is called a retread everywhere in this shop, on the card, on the page and on the invoice.`,
  },
  't/z/winter': {
    long: `## When to change

Below 45 °F the rubber of a summer tire turns hard. Winter tires stay soft, and their sipes hold on snow. Put on four: two make a car that brakes at one end.

## How much tread

For snow 6/32 in or more. [Sets of four for the winter](/landing/winter-sets-of-four) are listed by themselves.`,
  },
  't/z/summer': {
    long: `## Where they belong

Short braking and steady steering above 45 °F, dry and wet. Not for frost, not for snow.`,
  },
  't/z/all-seasons': {
    long: `## One set for the year

Good at most of it, best at none of it. In a place with real winters, look for the three-peak mountain snowflake, or take [winter tires](/t/z/winter) for the cold months.`,
  },
  USA: {
    heading: 'Tires delivered in the U.S.',
    description:
      '{count} tires from {min_price}, delivered free to the 48 contiguous states and the District of Columbia.',
    intro: '{count} tires in stock, from {min_price} a tire, delivered free to 48 states.',
    long: `## Where we deliver

To the 48 contiguous states and the District of Columbia, free. We can not deliver to Hawaii, Alaska, Puerto Rico or Canada.

## When it ships

Ordered before 1 p.m. CST on a working day, it ships the same day. [More about delivery](/delivery-information/).

## At home in Illinois

Both shops are in Chicago: [tires in Illinois](/USA/Illinois/), [tires in Chicago](/USA/Illinois/Chicago/).`,
    updated: UPDATED,
  },
  'USA/Illinois': {
    measure: 'Free to any address in Illinois, or from our two shops in Chicago.',
    description:
      '{count} tires from {min_price}, delivered free in Illinois or picked up at one of two shops in Chicago.',
    long: `## Delivered in Illinois

Free, and the same day it leaves for orders before 1 p.m. CST on a working day. The Illinois tire fee of $2.50 a tire is added at checkout and shown before you pay.

## Or come by

Two shops: [2720 West Grand Avenue](/2720-west-grand-60612/) and [4400 South Kedzie Avenue](/4400-south-kedzie-60632), both in [Chicago](/USA/Illinois/Chicago/).`,
    updated: UPDATED,
  },
  'USA/Illinois/Chicago': {
    measure: 'In two shops, on West Grand and on South Kedzie.',
    description: '{count} tires from {min_price}, in two shops in Chicago or delivered free.',
    long: `## Two shops

- [2720 West Grand Avenue](/2720-west-grand-60612/), Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m.
- [4400 South Kedzie Avenue](/4400-south-kedzie-60632), the same hours.

Call before you come, so that yours are at the door.

## Winter in Chicago

From November to March the mornings are below 45 °F. [Winter tires](/t/z/winter) are made for that; below 4/32 in of tread no tire is.`,
    updated: UPDATED,
  },
}

/** Landings that only have a name. */
export const NAMED_LANDINGS: readonly {
  slug: string
  name: string
  filters: Record<string, string[]>
  settings: Record<string, string>
  hidden?: boolean
}[] = [
  {
    slug: 'winter-sets-of-four',
    name: 'Winter tires in sets of four',
    filters: { seasons: ['winter'], sets: ['setOfFour'] },
    settings: {
      measure: 'Four alike, ready before the first frost.',
      long: 'Four alike wear alike. Change all four when mornings stay below 45 °F, and change back when they no longer do.',
    },
  },
  {
    slug: 'almost-new',
    name: 'Used tires with 8/32 in or more',
    filters: { smart_filter: ['almost-new'] },
    settings: { measure: 'Used and driven once, with most of the tread left.' },
  },
  {
    slug: 'under-60',
    name: 'Tires under $60',
    filters: { smart_filter: ['under-60'] },
    settings: { measure: 'The price is for one tire; tax and state fees come at checkout.' },
  },
  {
    slug: 'run-flat',
    name: 'Run-flat tires',
    filters: { run_flat: ['1'] },
    settings: { measure: 'Fifty miles without air, at 50 mph.' },
  },
  {
    slug: 'spring-clearance',
    name: 'Spring clearance',
    filters: { seasons: ['winter'], condition: ['new'] },
    settings: {},
    hidden: true,
  },
]
