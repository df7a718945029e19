/** /questions/form/: a question about a product. It is shown when the shop has answered it. */
import { questionErrors, questionTexts } from '../../../schema/content/reviews/question-form.ts'
import { productHref, questionFormHref } from '../../../schema/paths.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { findNamedProduct } from './named-product.ts'
import { addQuestion } from './new-review.sql.ts'
import { questionPage } from './question.page.tsx'

export const questionForm = formRoute({
  schema: FORM_TEXTS,
  run: async (c, body) => {
    const product = await findNamedProduct(c)
    if (!product) return c.notFound()
    const texts = questionTexts(body)
    const errors = questionErrors(texts)
    if (Object.keys(errors).length > 0) return questionPage(c, product, { texts, errors, problem: null })
    const captcha = await requireCaptcha(c, questionFormHref(product.sku), body)
    if (captcha) return captcha
    if (await isRateLimited(c, 'REVIEW_LIMIT', 'question'))
      return questionPage(c, product, { texts, errors, problem: TOO_MANY })
    const customerId = (await getCurrentCustomer(c))?.customerId ?? null
    const { question, nickname: askerName } = texts
    await addQuestion(c.env.DB, { productId: product.id, question, askerName, customerId }, Date.now())
    return { status: 200, result: true, to: `${productHref(product)}?asked=1#questions` }
  },
}).get('/', async (c) => {
  const product = await findNamedProduct(c)
  return product ? questionPage(c, product, null) : c.notFound()
})
