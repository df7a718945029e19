/** Stores how this browser's phone shows lists, and returns to the list; works without JavaScript. */
import * as v from 'valibot'
import { CARDS_VIEWS } from '../../../schema/catalog/listing/listing.ts'
import { CARDS_FORM_PATH } from '../../../schema/paths.ts'
import { formRoute } from '../../platform/forms/form-route.ts'
import { safeRedirectPath } from '../../platform/http/same-origin.ts'
import { setCardsViewCookie } from './cards-view.ts'

export const cardsViewForm = formRoute({
  path: CARDS_FORM_PATH,
  schema: v.object({ cards: v.picklist(CARDS_VIEWS), back: v.pipe(v.string(), v.maxLength(2_000)) }),
  run: (c, { cards, back }) => {
    setCardsViewCookie(c, cards)
    return { status: 200, result: cards, to: safeRedirectPath(back) ?? '/t' }
  },
})
