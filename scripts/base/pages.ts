/** Texts of the embedded shop: short, plain, and no more than the shop does. Small Markdown: headings, lists, links. */
import type { cmsBlock, cmsHierarchy, cmsPage } from '../../schema/content/pages/cms.table.ts'

/** When the texts were last changed; fixed, so that the same release writes the same rows. */
const WRITTEN_AT = Date.UTC(2026, 10, 16, 12)

interface Page {
  identifier: string
  title: string
  description: string
  content: string
}

const PAGES: Page[] = [
  {
    identifier: 'about-us',
    title: 'About Treadline',
    description: 'New, used, driven-once and retread tires from Chicago, each with its numbers.',
    content: `We sell tires by their numbers: the size, the tread in each groove, the week and year they were made, and the price.

## What we sell

- **New**, from the factory.
- **Used**, inspected by two people who sign for it.
- **Driven once**, taken off new cars.
- **Retread**, a sound casing with a new tread.

No tires made before 2011.

## How we inspect

A used tire goes through two inspection layers. The first measures every groove and reads the DOT code. The second fills it with air, looks at beads and sidewalls, and looks for repairs. What they find stands on the product page. Every used tire carries a one-year warranty.

## Where we are

Two shops in Chicago: [2720 West Grand Avenue](/2720-west-grand-60612/) and [4400 South Kedzie Avenue](/4400-south-kedzie-60632).`,
  },
  {
    identifier: 'delivery-information',
    title: 'Delivery',
    description: 'Free shipping, same day for orders before 1 p.m. CST.',
    content: `## Free shipping

Shipping is free on every order.

## Same day before 1 p.m. CST

An order placed before 1 p.m. CST on a working day ships the same day. A later one ships on the next working day.

## Where we deliver

To the 48 contiguous states and the District of Columbia. We can not deliver to Hawaii, Alaska, Puerto Rico or Canada.

## Your parcel

Tires come unwrapped in pairs, with a label on the tread. Count them and look at them before you sign.

{{block id="ask"}}`,
  },
  {
    identifier: 'return-policy',
    title: 'Returns',
    description: 'Ninety days to return, one year money back until the tire is installed.',
    content: `## 90 days to return

You may return a tire within 90 days, as long as it has not been mounted. Write to us with the order number and we send a label.

## One year, money back

A 1-year money-back guarantee holds until the tire is installed. Report a defect within 48 hours of finding it, with a picture.

## After mounting

A mounted tire can not be returned. If a used tire turns out to be defective, the one-year warranty holds.

## Your money

We refund the way you paid, within five working days after the tire is back with us.

{{block id="ask"}}`,
  },
  {
    identifier: 'privacy-policy',
    title: 'Privacy',
    description: 'What we keep about you, why, and for how long.',
    content: `## What we keep

- **An order**: name, address, e-mail, phone number and what you bought. We need them to send it and, by tax law, to keep the record.
- **An account**: the same, and your address book, wish list and order history.
- **A visit**: a cookie that finds your cart again. No tracking across other sites. We count what is looked at and bought, by day and product, without knowing who it was.
- **A conversation**: what you ask us in the chat, for 30 days after the last word.

## What we do not keep

Card numbers. They go from your browser to the payment provider and never reach our servers.

## Who sees it

The payment provider, the carrier and the mail service, each only what it needs.

## Your choice

You may ask for a copy or for deletion by mail to help@treadline.example.`,
  },
  {
    identifier: 'state-privacy-policy',
    title: 'Privacy rights by state',
    description:
      'Rights of residents of California, Colorado, Connecticut, Texas, Virginia and other states.',
    content: `Some states give their residents rights by law. We give them to everybody.

- **To know** what we keep about you.
- **To correct** what is wrong.
- **To delete** what no law makes us keep.
- **To take it with you** in a file.
- **To say no** to sale or sharing. We do neither.

Ask by mail to help@treadline.example. We answer within 45 days. If we refuse, you may appeal by replying to our answer.`,
  },
  {
    identifier: 'terms-and-conditions',
    title: 'Terms and conditions',
    description: 'What you and we agree to when you order.',
    content: `## The order

Your order is an offer. We accept it with the order number. If the last unit was sold a moment before, we say so and charge nothing.

## Prices

Prices are in U.S. dollars for the unit named: a tire, a pair or a set of four. Tax and state tire fees are added at checkout and shown before you pay.

## Used tires

A used tire is worn. Its tread, age and repairs are written on its page; that page is what we promise.

## Mounting

Have tires mounted and balanced by a professional. Check that size, load index and speed rating fit your car; what we say about cars is a help, the placard in your door frame is the truth.

## Liability

We are liable as the law of Illinois says. Nothing here takes a right from you that the law gives you.`,
  },
  {
    identifier: 'auction-policy',
    title: 'Auctions',
    description: 'Rules for tires that we sell on auction sites.',
    content: `Some tires are also listed on auction sites. For those:

- A bid is binding.
- Payment is due within three days.
- The same inspection, the same one-year warranty on used tires and the same 90 days to return hold as in this shop.
- A tire that is sold there leaves this shop at once, and the other way round. If both happen in the same minute, the earlier one counts and the later is refunded in full.`,
  },
  {
    identifier: 'cookie-notice',
    title: 'Cookies',
    description: 'The cookies this shop sets and what each is for.',
    content: `| Cookie | For | Lives |
|---|---|---|
| \`__Host-cart\` | finds your cart again | 30 days |
| \`__Host-session\` | keeps you signed in | until you sign out, 30 days at most |
| \`__Host-chat\` | finds your conversation with us again | 30 days |

They are needed for what you ask the shop to do, so there is nothing to agree to. Your browser also keeps recently viewed tires, the wish list and your last details; they do not leave it unless you sign in.

## Privacy choices

Scripts of other companies run here only if you say so, and the shop works the same without. [Open your privacy choices](#privacy-choices) to say yes, to say no, or to change your mind; the answer is kept in this browser. A browser that sends Global Privacy Control is taken at its word: nothing of yours is sold, shared or counted. Without JavaScript nothing of others ever runs.`,
  },
  {
    identifier: 'read-a-tire',
    title: 'How to read a tire',
    description: 'Size, load index, speed rating, DOT code and tread in one example.',
    content: `**225/45R17 94W**

- **225** is the width in millimeters.
- **45** is the sidewall as a percentage of the width.
- **R** is radial.
- **17** is the diameter of the rim in inches.
- **94** is the load index: 1,477 lb.
- **W** is the speed rating: up to 168 mph.

## The DOT code

The last four digits are week and year: **2421** is week 24 of 2021.

## Tread

Measured in 32nds of an inch. A new tire has 10 or more. At 2/32 in a tire is worn out by law; at 4/32 in it is time to look for the next ones.`,
  },
  {
    identifier: 'staggered-tires',
    title: 'Two sizes on one car',
    description: 'Why some cars have wider tires at the rear, and how to buy for them.',
    content: `Some cars leave the factory on wider tires at the rear. The sticker in the door frame then names two sizes.

## How to buy for them

- Two in the front size, two in the rear size; they can not change places.
- Of one brand and model, or at least of one kind. [Find your car](/t/car) shows both sizes, and sets that were put together for them.
- All four of about the same tread if the car drives all four wheels.

{{block id="ask"}}`,
  },
  {
    identifier: 'questions',
    title: 'Questions and answers',
    description: 'Used tires, sizes, delivery and returns: what people ask before they buy.',
    content: `## Is a used tire safe?

Every used tire goes through two inspection layers: tread in each groove, DOT code, beads, sidewalls, repairs and an air test. What was found stands on the page of the tire, and it carries a one-year warranty. We sell no tires made before 2011.

## How much tread is left when a tire has 7/32?

A new tire has 10/32 or more, and at 2/32 it is worn out by law. A tire with 7/32 has 5/32 to drive on.

## Can I mix a used tire with the ones on my car?

Two tires on one axle should be of the same size and kind, with about the same tread. [How to read a tire](/i/read-a-tire) tells where to look.

## What is a driven-once tire?

It came off a new car that got other wheels. It has close to all of its tread and costs less than a new one.

## What is a retread?

A sound casing with a new tread bonded to it, as trucks and aircraft use them.

## When does my order leave?

An order placed before 1 p.m. CST on a working day ships the same day. Shipping is free.

## Where do you deliver?

To the 48 contiguous states and the District of Columbia. We can not deliver to Hawaii, Alaska, Puerto Rico or Canada.

## Can I send tires back?

For 90 days. Until the tire is installed there is a 1-year money-back guarantee; defects are reported within 48 hours.

{{block id="ask"}}`,
  },
]

export const CMS_PAGE_ROWS: (typeof cmsPage.$inferInsert)[] = PAGES.map((page, index) => ({
  id: index + 1,
  identifier: page.identifier,
  title: page.title,
  metaDescription: page.description,
  content: page.content,
  isActive: true,
  updatedAt: WRITTEN_AT,
}))

const BLOCKS: [identifier: string, title: string, content: string][] = [
  [
    'promise-shipping',
    'Free shipping',
    'Free shipping to 48 states. Order before 1 p.m. CST and it ships the same day.',
  ],
  [
    'promise-returns',
    '90 days to return',
    '90-day returns, and a 1-year money-back guarantee until the tire is installed. Report defects within 48 hours.',
  ],
  ['promise-inspection', 'Inspected twice', 'Two inspection layers and a one-year warranty for used tires.'],
  ['promise-age', 'No tires made before 2011', 'The week and year of making stand at every tire.'],
  ['newsletter', 'Newsletter', '10 % off your first order.'],
  [
    'ask',
    'Questions',
    'Questions? Call [312-555-0142](tel:+13125550142) or come by: [how to reach us](/contacts/).',
  ],
  ['no-delivery', 'Where we do not deliver', 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada'],
]

export const CMS_BLOCK_ROWS: (typeof cmsBlock.$inferInsert)[] = BLOCKS.map(
  ([identifier, title, content], index) => ({
    id: index + 1,
    identifier,
    title,
    content,
    isActive: true,
  }),
)

const FOOTER: [label: string, pages: string[]][] = [
  ['Buying', ['delivery-information', 'return-policy', 'read-a-tire', 'staggered-tires', 'questions']],
  ['Treadline', ['about-us', 'auction-policy']],
  ['Legal', ['terms-and-conditions', 'privacy-policy', 'state-privacy-policy', 'cookie-notice']],
]

export const CMS_HIERARCHY_ROWS: (typeof cmsHierarchy.$inferInsert)[] = []
for (const [position, [label, pages]] of FOOTER.entries()) {
  const parentId = (position + 1) * 100
  CMS_HIERARCHY_ROWS.push({
    id: parentId,
    identifier: `footer-${position + 1}`,
    parentId: null,
    pageId: null,
    label,
    level: 1,
    position,
  })
  for (const [place, identifier] of pages.entries()) {
    const page = CMS_PAGE_ROWS.find((row) => row.identifier === identifier)
    if (!page) throw new Error(`no page ${identifier}`)
    CMS_HIERARCHY_ROWS.push({
      id: parentId + place + 1,
      identifier,
      parentId,
      pageId: page.id ?? null,
      label: page.title,
      level: 2,
      position: place,
    })
  }
}
