/** The /api/ext calls of a customer, and the moderation of reviews by staff. */
import * as v from 'valibot'
import { ACCOUNT_VIEWS, type AccountViewName, DEALER_APPLICATION } from '../../account/account.api.ts'
import { GARAGE, GARAGE_ADDITION } from '../../account/garage/garage.api.ts'
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
  KEY_LIMITED_REPLY,
  RATE_LIMITED_REPLY,
  result,
  textReply,
  UNAUTHORIZED_REPLY,
  VIOLATIONS,
} from './call.api.ts'

const VIEW_NAMES = Object.keys(ACCOUNT_VIEWS) as AccountViewName[]
const DOCUMENT_PATH = '/api/ext/dealer-documents/:id{[0-9]{1,15}}'
const DOCUMENT_ID = v.object({ id: v.pipe(v.string(), v.regex(/^[0-9]{1,15}$/)) })
const NO_DOCUMENT = textReply('The customer has no such document.')
const NOT_STAFF_REPLY = {
  401: UNAUTHORIZED_REPLY,
  403: textReply('The role of this staff member, or the key, lacks the permission.'),
  429: KEY_LIMITED_REPLY,
}

/** A form with files: `documents` may occur several times. */
const DEALER_FORM = v.object({
  companyName: v.string(),
  companyEmail: v.string(),
  ein: v.string(),
  certificateNotRequired: v.pipe(
    v.optional(v.string()),
    v.description('Set when the state requires no certificate.'),
  ),
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
    summary: 'Returns all data that the shop stores about the customer, as a file.',
    who: 'customer',
    replies: { 200: bare(CUSTOMER_DATA, 'The file, without an envelope.'), 401: UNAUTHORIZED_REPLY },
  },
  {
    id: 'accountPage',
    method: 'GET',
    path: '/api/ext/account/:name',
    tag: 'Account',
    summary: 'Returns the data of an account page.',
    who: 'customer',
    params: v.object({ name: v.picklist(VIEW_NAMES) }),
    query: v.object({
      page: v.pipe(v.optional(v.string()), v.description('For `orders`, from 1.')),
      orderId: v.pipe(v.optional(v.string()), v.description('For `order`.')),
    }),
    replies: {
      200: result(
        v.union(Object.values(ACCOUNT_VIEWS).map((view) => ('wrapped' in view ? view.wrapped : view))),
        'The data of the page.',
      ),
      401: UNAUTHORIZED_REPLY,
      404: textReply('The page is unknown, or the customer has no such order.'),
    },
  },
  {
    id: 'readWishList',
    method: 'GET',
    path: '/api/ext/wish-list',
    tag: 'Account',
    summary: 'Returns the wish list, newest first.',
    who: 'customer',
    replies: { 200: result(WISH_LIST, 'The list.'), 401: UNAUTHORIZED_REPLY },
  },
  {
    id: 'changeWishList',
    method: 'POST',
    path: '/api/ext/wish-list',
    tag: 'Account',
    summary: 'Adds products to the wish list and removes others.',
    who: 'customer',
    body: WISH_LIST_CHANGE,
    replies: {
      200: result(WISH_LIST, 'The changed list.'),
      400: INVALID_JSON_REPLY,
      401: UNAUTHORIZED_REPLY,
    },
  },
  {
    id: 'readGarage',
    method: 'GET',
    path: '/api/ext/garage',
    tag: 'Account',
    summary: 'Returns the cars of the customer, newest first.',
    who: 'customer',
    replies: { 200: result(GARAGE, 'The cars.'), 401: UNAUTHORIZED_REPLY },
  },
  {
    id: 'addGarageCar',
    method: 'POST',
    path: '/api/ext/garage',
    tag: 'Account',
    summary: 'Adds a car, once; a full garage stays as it is.',
    who: 'customer',
    body: GARAGE_ADDITION,
    replies: { 200: result(GARAGE, 'The cars.'), 400: INVALID_JSON_REPLY, 401: UNAUTHORIZED_REPLY },
  },
  {
    id: 'readDealer',
    method: 'GET',
    path: '/api/ext/dealer-documents',
    tag: 'Account',
    summary: 'Returns the company and the documents of a dealer application.',
    who: 'customer',
    replies: { 200: result(DEALER_APPLICATION, 'The application.'), 401: UNAUTHORIZED_REPLY },
  },
  {
    id: 'applyAsDealer',
    method: 'POST',
    path: '/api/ext/dealer-documents',
    tag: 'Account',
    summary: 'Stores company fields and documents, all or none.',
    who: 'customer',
    body: DEALER_FORM,
    multipart: true,
    replies: {
      200: result(DEALER_APPLICATION, 'The changed application.'),
      400: failure(
        v.object({ message: v.string(), errors: FIELD_ERRORS }),
        'The first error, and all errors by field.',
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
    summary: 'Returns one document as an attachment.',
    who: 'customer',
    params: DOCUMENT_ID,
    replies: { 200: file('The file.'), 401: UNAUTHORIZED_REPLY, 404: NO_DOCUMENT },
  },
  {
    id: 'removeDealerDocument',
    method: 'DELETE',
    path: DOCUMENT_PATH,
    tag: 'Account',
    summary: 'Removes one document.',
    who: 'customer',
    params: DOCUMENT_ID,
    replies: {
      200: result(v.literal(true), 'The document is removed.'),
      401: UNAUTHORIZED_REPLY,
      404: NO_DOCUMENT,
    },
  },
  {
    id: 'waitingReviews',
    method: 'GET',
    path: '/api/ext/staff/reviews',
    tag: 'Review',
    summary: 'Returns the reviews that await moderation.',
    who: 'staff',
    permission: 'reviews',
    query: REVIEW_MODERATION_QUERY,
    replies: { 200: result(REVIEW_MODERATION_LIST, 'A page of reviews.'), ...NOT_STAFF_REPLY },
  },
  {
    id: 'moderateReview',
    method: 'POST',
    path: '/api/ext/staff/reviews',
    tag: 'Review',
    summary: 'Approves or rejects a review.',
    who: 'staff',
    permission: 'reviews',
    body: REVIEW_MODERATION_BODY,
    replies: {
      200: result(v.literal(true), 'The decision is stored.'),
      400: failure(v.union([v.string(), VIOLATIONS]), 'The body is invalid.'),
      ...NOT_STAFF_REPLY,
      404: textReply('No such review awaits moderation, or it has no stars yet.'),
    },
  },
]
