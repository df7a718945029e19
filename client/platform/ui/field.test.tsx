import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Price } from '../../catalog/product/price.tsx'
import { Field } from './field.tsx'
import { Stars } from './stars.tsx'

test('a screen reader announces a field as invalid, with its error and its hint', () => {
  const html = renderToStaticMarkup(
    <Field name="zipCode" label="ZIP code" hint="Five digits." error="A ZIP code has 5 digits." />,
  )
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('aria-describedby="zipCode-error zipCode-hint"')
  expect(html).toContain('<p class="field-error" id="zipCode-error">A ZIP code has 5 digits.</p>')
  expect(html).toContain('<label class="field-label" for="zipCode">')
})

test('a field without error and hint has no description', () => {
  const html = renderToStaticMarkup(<Field name="city" label="City" />)
  expect(html).not.toContain('aria-invalid')
  expect(html).not.toContain('aria-describedby')
})

test('the previous price is shown only together with the day the special ends', () => {
  expect(renderToStaticMarkup(<Price amount={5800} was={6400} />)).not.toContain('64.00')
  expect(renderToStaticMarkup(<Price amount={5800} was={6400} until="Nov 30" />)).toContain(
    '<s>$64.00</s> until Nov 30',
  )
})

test('without reviews there are no stars', () => {
  expect(renderToStaticMarkup(<Stars rating={0} count={0} />)).toBe(
    '<span class="stars">No reviews yet</span>',
  )
})
