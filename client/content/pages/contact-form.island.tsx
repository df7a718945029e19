import { useState } from 'react'
import {
  CONTACT_MESSAGES,
  CONTACT_TOPICS,
  type ContactErrors,
  type ContactTexts,
  cleanContact,
  contactErrors,
  MESSAGE_MAX,
} from '../../../schema/content/pages/contact.ts'
import { callApi, NETWORK_ERROR } from '../../platform/api/call-api.ts'
import { type Outcome, useEnhancedForm } from '../../platform/forms/use-enhanced-form.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { describedBy, Field, FieldFrame } from '../../platform/ui/field.tsx'
import { FormProblem } from '../../platform/ui/form-problem.tsx'
import { Select } from '../../platform/ui/select.tsx'

export interface ContactFormProps {
  action: string
  /** The texts of a refused form; empty on a new page. */
  texts: ContactTexts
  errors: ContactErrors
  /** Why a valid message was not accepted. */
  problem: string | null
}

export default function ContactForm({ action, texts, errors, problem }: ContactFormProps) {
  const [isSent, setIsSent] = useState(false)
  const form = useEnhancedForm<ContactErrors>({
    lastRefusal: { errors, message: problem },
    validate: (fields) => contactErrors(cleanContact(fields)),
    send,
  })

  async function send(
    fields: Record<string, string>,
    element: HTMLFormElement,
  ): Promise<Outcome<ContactErrors>> {
    const reply = await callApi<string>(action, new URLSearchParams(cleanContact(fields)))
    if (reply.ok) {
      setIsSent(true)
      return
    }
    // The server requires the captcha, which a plain submit shows on a page of its own.
    if (reply.code === 428) {
      element.submit()
      return
    }
    const failure = reply.result as { errors?: ContactErrors } | null
    if (reply.code === 422 && failure?.errors) return { message: null, errors: failure.errors }
    const hasOwnMessage = reply.code === NETWORK_ERROR || reply.code === 429
    return { message: hasOwnMessage ? reply.message : CONTACT_MESSAGES.failed, errors: {} }
  }

  if (isSent) return <Alert live>{CONTACT_MESSAGES.sent}</Alert>
  return (
    <form className="contact-form form-grid" action={action} {...form.props}>
      <ContactFields texts={texts} errors={form.errors} />
      <div className="contact-send">
        <FormProblem form={form} />
        <Button type="submit" kind="buy" busy={form.busy}>
          Send
        </Button>
      </div>
    </form>
  )
}

function ContactFields({ texts, errors }: Pick<ContactFormProps, 'texts' | 'errors'>) {
  return (
    <>
      <Field
        name="name"
        id="contact-name"
        label="Name"
        autoComplete="name"
        maxLength={60}
        defaultValue={texts.name}
        error={errors.name}
      />
      <Field
        name="email"
        id="contact-email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={60}
        span={3}
        defaultValue={texts.email}
        error={errors.email}
      />
      <Field
        name="phone"
        id="contact-phone"
        label="Phone"
        type="tel"
        autoComplete="tel-national"
        maxLength={20}
        span={3}
        defaultValue={texts.phone}
        error={errors.phone}
      />
      <Select
        name="topic"
        id="contact-topic"
        label="What’s it about?"
        defaultValue={texts.topic}
        error={errors.topic}
        options={[{ value: '', label: 'Choose' }, ...CONTACT_TOPICS]}
      />
      <FieldFrame id="contact-message" label="Message" error={errors.message}>
        <textarea
          className="input"
          id="contact-message"
          name="message"
          rows={6}
          maxLength={MESSAGE_MAX}
          defaultValue={texts.message}
          aria-invalid={errors.message ? true : undefined}
          aria-describedby={describedBy('contact-message', { error: errors.message })}
        />
      </FieldFrame>
    </>
  )
}
