/** Texts, reviews, newsletter, contact, chat, stores, analytics. */
import { Hono } from 'hono'
import { paths, reviewPaths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { extEventsApi } from './analytics/events.api.ts'
import { globalPrivacyControlDocument } from './analytics/gpc.ts'
import { extChatApi } from './chat/chat.api.ts'
import { chatForm } from './chat/chat.form.ts'
import { chatPage } from './chat/chat.page.tsx'
import { extNewsletterApi } from './newsletter/newsletter.api.ts'
import { newsletterForm } from './newsletter/newsletter.form.ts'
import { newsletterPages } from './newsletter/newsletter.page.tsx'
import { cmsPages } from './pages/cms.page.tsx'
import { contactForm } from './pages/contact.form.ts'
import { contactsPage } from './pages/contacts.page.tsx'
import { storePages } from './pages/store-pages.page.tsx'
import { accountReviewsPage } from './reviews/account-reviews.page.tsx'
import { reviewPhotos } from './reviews/photos/review-photos.page.ts'
import { questionForm } from './reviews/question.form.ts'
import { reviewStopForm } from './reviews/requests/review-stop.form.ts'
import { reviewForm } from './reviews/review.form.ts'
import { reviewPages } from './reviews/reviews.page.tsx'
import { voteForm } from './reviews/vote.form.ts'

export const contentRoutes = new Hono<AppEnv>()
contentRoutes.route('/api/ext', extNewsletterApi)
contentRoutes.route('/api/ext', extChatApi)
contentRoutes.route('/api/ext', extEventsApi)
contentRoutes.route(paths.newsletter, newsletterForm)
contentRoutes.route(paths.contactForm, contactForm)
contentRoutes.route(paths.reviewForm, reviewForm)
contentRoutes.route(reviewPaths.vote, voteForm)
contentRoutes.route(reviewPaths.stop, reviewStopForm)
contentRoutes.route(reviewPaths.photos, reviewPhotos)
contentRoutes.route(reviewPaths.questions, questionForm)
contentRoutes.get(paths.accountReviews, (c) => accountReviewsPage(c))
contentRoutes.route(paths.chatForm, chatForm)
contentRoutes.get(paths.chat, (c) => chatPage(c))
contentRoutes.get('/.well-known/gpc.json', globalPrivacyControlDocument)

/** Pages that are the same for all visitors, and cached. */
export const contentPages = new Hono<AppEnv>()
contentPages.route('/', cmsPages)
contentPages.route('/', reviewPages)
contentPages.get(paths.contacts, (c) => contactsPage(c))
contentPages.route('/', newsletterPages)
contentPages.route('/', storePages)
