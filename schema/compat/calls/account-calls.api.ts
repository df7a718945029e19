/**
 * The /api/ext calls of a customer: account pages, wish list, dealer documents; and the moderation of reviews
 * by staff.
 */
import * as v from 'valibot'
import { ACCOUNT_VIEWS, type AccountViewName, DEALER_APPLICATION } from '../../account/account.api.ts'
import { CUSTOMER_DATA } from '../../account/privacy/customer-data.api.ts'
import { WISH_LIST, WISH_LIST_CHANGE } from '../../account/saved/wish-list.api.ts'
import { FIELD_ERRORS } from '../../platform/forms/flash-form-state.api.ts'
import {
  REVIEW_MODERATION_BODY,
  REVIEW_MODERATION_LIST,
  REVIEW_MODERATION_QUERY,
} from '../../staff/review-moderation.api.ts'
import {
  type ApiCall,
  bare,
  failure,
  file,
  INVALID_JSON_REPLY,
  RATE_LIMITED_REPLY,
  result,
  textReply,
  UNAUTHORIZED_REPLY,
  VIOLATIONS,
} from './call.api.ts'

const VIEW_NAMES = Object.keys(ACCOUNT_VIEWS) as AccountViewName[]
const DOCUMENT_PATH = '/api/ext/dealer-documents/:id{[0-9]{1,15}}'
const DOCUMENT_ID = v.object({ id: v.pipe(v.string(), v.regex(/^[0-9]{1,15}$/)) })
const NO_DOCUMENT = textReply('This customer has no such document.')
const NOT_STAFF_REPLY = { 401: UNAUTHORIZED_REPLY, 403: textReply('Only for those who work here.') }

/** A form with files: `documents` may occur several times. */
const DEALER_FORM = v.object({
  companyName: v.string(),
  companyEmail: v.string(),
  ein: v.string(),
  certificateNotRequired: v.pipe(v.optional(v.string()), v.description('The state asks for no certificate.')),
  documents: v.pipe(
    v.optional(v.array(v.pipe(v.string(), v.metadata({ contentMediaType: 'application/octet-stream' })))),
    v.description('doc, docx, pdf, png or jpeg; 5 MB each, 10 MB together.'),
  ),
})

export const ACCOUNT_CALLS: readonly ApiCall[] = [
  {
    id: 'customerData',
    method: 'GET',
    path: '/api/ext/account/my-data',
    tag: 'Account',
    summary: 'Everything that the shop keeps of the customer, as a file.',
    who: 'customer',
    replies: { 200: bare(CUSTOMER_DATA, 'The file, without an envelope.'), 401: UNAUTHORIZED_REPLY },
  },
  {
    id: 'accountPage',
    method: 'GET',
    path: '/api/ext/account/:name',
    tag: 'Account',
    summary: 'What a page of the account shows.',
    who: 'customer',
    params: v.object({ name: v.picklist(VIEW_NAMES) }),
    query: v.object({
      page: v.pipe(v.optional(v.string()), v.description('Of `orders`, from 1.')),
      orderId: v.pipe(v.optional(v.string()), v.description('Of `order`.')),
    }),
    replies: {
      200: result(
        v.union(Object.values(ACCOUNT_VIEWS).map((view) => ('wrapped' in view ? view.wrapped : view))),
        'The page’s view.',
      ),
      401: UNAUTHORIZED_REPLY,
      404: textReply('There is no such page, or the customer has no such order.'),
    },
  },
  {
    id: 'readWishList',
    method: 'GET',
    path: '/api/ext/wish-list',
    tag: 'Account',
    summary: 'The wish list, newest first.',
    who: 'customer',
    replies: { 200: result(WISH_LIST, 'The list.'), 401: UNAUTHORIZED_REPLY },
  },
  {
    id: 'changeWishList',
    method: 'POST',
    path: '/api/ext/wish-list',
    tag: 'Account',
    summary: 'Adds to the wish list and takes from it.',
    who: 'customer',
    body: WISH_LIST_CHANGE,
    replies: {
      200: result(WISH_LIST, 'The list as it is now.'),
      400: INVALID_JSON_REPLY,
      401: UNAUTHORIZED_REPLY,
    },
  },
  {
    id: 'readDealer',
    method: 'GET',
    path: '/api/ext/dealer-documents',
    tag: 'Account',
    summary: 'The company and documents of a dealer’s application.',
    who: 'customer',
    replies: { 200: result(DEALER_APPLICATION, 'The application.'), 401: UNAUTHORIZED_REPLY },
  },
  {
    id: 'applyAsDealer',
    method: 'POST',
    path: '/api/ext/dealer-documents',
    tag: 'Account',
    summary: 'Sends company fields and documents, all or none.',
    who: 'customer',
    body: DEALER_FORM,
    multipart: true,
    replies: {
      200: result(DEALER_APPLICATION, 'The application as it is now.'),
      400: failure(
        v.object({ message: v.string(), errors: FIELD_ERRORS }),
        'The first thing that is wrong, and all by field.',
      ),
      401: UNAUTHORIZED_REPLY,
      413: textReply('The documents are too large.'),
      429: RATE_LIMITED_REPLY,
    },
  },
  {
    id: 'readDealerDocument',
    method: 'GET',
    path: DOCUMENT_PATH,
    tag: 'Account',
    summary: 'One paper, as an attachment.',
    who: 'customer',
    params: DOCUMENT_ID,
    replies: { 200: file('The file.'), 401: UNAUTHORIZED_REPLY, 404: NO_DOCUMENT },
  },
  {
    id: 'removeDealerDocument',
    method: 'DELETE',
    path: DOCUMENT_PATH,
    tag: 'Account',
    summary: 'Takes one paper away.',
    who: 'customer',
    params: DOCUMENT_ID,
    replies: { 200: result(v.literal(true), 'It is gone.'), 401: UNAUTHORIZED_REPLY, 404: NO_DOCUMENT },
  },
  {
    id: 'waitingReviews',
    method: 'GET',
    path: '/api/ext/staff/reviews',
    tag: 'Review',
    summary: 'Reviews that wait to be read.',
    who: 'staff',
    query: REVIEW_MODERATION_QUERY,
    replies: { 200: result(REVIEW_MODERATION_LIST, 'A page of them.'), ...NOT_STAFF_REPLY },
  },
  {
    id: 'moderateReview',
    method: 'POST',
    path: '/api/ext/staff/reviews',
    tag: 'Review',
    summary: 'Shows a review or refuses it.',
    who: 'staff',
    body: REVIEW_MODERATION_BODY,
    replies: {
      200: result(v.literal(true), 'It is done.'),
      400: failure(v.union([v.string(), VIOLATIONS]), 'What is wrong with the body.'),
      ...NOT_STAFF_REPLY,
      404: textReply('No such review waits, or it has no stars yet.'),
    },
  },
]
