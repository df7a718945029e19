import { type FormEvent, useRef, useState } from 'react'
import {
  CONTACT_FIELDS,
  CONTACT_MESSAGES,
  CONTACT_TOPICS,
  type ContactErrors,
  type ContactTexts,
  cleanContact,
  contactErrors,
  MESSAGE_MAX,
} from '../../../schema/content/pages/contact.ts'
import { callApi, NETWORK_ERROR } from '../../platform/api/call-api.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { describedBy, Field, FieldFrame } from '../../platform/ui/field.tsx'
import { Select } from '../../platform/ui/select.tsx'

export interface ContactFormProps {
  action: string
  /** As they were sent and came back; empty on a fresh page. */
  texts: ContactTexts
  errors: ContactErrors
  /** Why a good message was not taken. */
  problem: string | null
}

/** Fields are uncontrolled: what is typed before this is awake stays where it was typed. */
export default function ContactForm({ action, texts, errors: wrong, problem: first }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(wrong)
  const [problem, setProblem] = useState(first)
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)

  function show(next: ContactErrors): void {
    setErrors(next)
    const at = CONTACT_FIELDS.find((field) => next[field])
    const field = at && form.current?.elements.namedItem(at)
    if (field instanceof HTMLElement) field.focus()
  }
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const typed = cleanContact(
      Object.fromEntries(CONTACT_FIELDS.map((field) => [field, String(data.get(field) ?? '')])),
    )
    const found = contactErrors(typed)
    setProblem(null)
    if (Object.keys(found).length > 0) return show(found)
    setErrors({})
    setBusy(true)
    const answer = await callApi<string>(action, new URLSearchParams(typed))
    setBusy(false)
    if (answer.ok) return setSent(true)
    // Asked whether a person sends it, on a page of its own.
    if (answer.code === 428) return form.current?.submit()
    const said = answer.result as { errors?: ContactErrors } | null
    if (answer.code === 422 && said?.errors) return show(said.errors)
    setProblem(
      answer.code === NETWORK_ERROR || answer.code === 429 ? answer.message : CONTACT_MESSAGES.failed,
    )
  }
  if (sent) return <Alert live>{CONTACT_MESSAGES.sent}</Alert>
  return (
    <form
      ref={form}
      className="contact-form form-grid"
      method="post"
      action={action}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
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
        label="E-mail"
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
        label="What is it about?"
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
      <div className="contact-send">
        {problem ? (
          <Alert tone="error" live>
            {problem}
          </Alert>
        ) : null}
        <Button type="submit" kind="buy" busy={busy}>
          Send
        </Button>
      </div>
    </form>
  )
}
