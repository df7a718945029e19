/** /customer/account/dealer/: the application as a dealer, and the stored documents. */
import { getRouteApi } from '@tanstack/react-router'
import type { DealerView } from '../../../schema/account/account.api.ts'
import { customerErrors } from '../../../schema/account/customer-form.api.ts'
import {
  DOCUMENT_EXTENSIONS,
  DOCUMENTS_MAX,
  documentsMessage,
} from '../../../schema/account/dealer/dealer.ts'
import { paths } from '../../../schema/paths.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import { FormFooter } from '../../platform/forms/form-footer.tsx'
import { Checkbox } from '../../platform/ui/check.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { ActionButtonForm } from '../action-button-form.tsx'
import { useCustomerForm } from '../use-customer-form.ts'

const route = getRouteApi('/customer/account/dealer')
const ACCEPT = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`).join(',')

export function DealerScreen() {
  const view = route.useLoaderData()
  return (
    <AccountFrame title="Dealer application" current={paths.account} notice={view.notice}>
      <p className="measure">
        For shops, fleets and resellers. Add your company and a resale certificate or business license. Only
        you and our reviewers can see your documents.
      </p>
      {view.answer === null ? null : <p className="measure">{view.answer}</p>}
      <DealerForm view={view} />
      {view.documents.length > 0 ? (
        <section className="account-part" aria-labelledby="documents-title">
          <h2 className="t-28" id="documents-title">
            Your documents
          </h2>
          <ul className="account-list">
            {view.documents.map(({ id, name, size, added, href }) => (
              <li key={id}>
                <div>
                  <a href={href} download>
                    {name}
                  </a>
                  <p className="t-14 quiet">
                    {size}, added {added}
                  </p>
                </div>
                <ActionButtonForm action="document-remove" fields={{ id }} look="text">
                  Remove<span className="visually-hidden"> {name}</span>
                </ActionButtonForm>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AccountFrame>
  )
}

function DealerForm({ view }: { view: DealerView }) {
  const { company, documents, notice } = view
  const form = useCustomerForm({ action: 'dealer', notice, validate })
  const { errors, typed } = form

  function validate(fields: FormTexts, element: HTMLFormElement): FieldErrors {
    const fieldErrors = customerErrors('dealer', fields)
    const input = element.elements.namedItem('documents')
    const files = input instanceof HTMLInputElement ? [...(input.files ?? [])] : []
    const isRequired = fields.certificateNotRequired === undefined
    const message = documentsMessage(files, { stored: documents.length, isRequired })
    return message === null ? fieldErrors : { ...fieldErrors, documents: message }
  }

  return (
    <form className="account-form" {...form.props} encType="multipart/form-data">
      <input type="hidden" name="action" value="dealer" />
      <input type="hidden" name="owner" value={view.owner} />
      <div className="form-grid">
        <Field
          label="Company name"
          name="companyName"
          autoComplete="organization"
          required
          defaultValue={typed.companyName ?? company.companyName}
          error={errors.companyName}
        />
        <Field
          label="Company email"
          name="companyEmail"
          type="email"
          autoComplete="work email"
          autoCapitalize="none"
          spellCheck={false}
          required
          span={3}
          defaultValue={typed.companyEmail ?? company.companyEmail}
          error={errors.companyEmail}
        />
        <Field
          label="EIN (tax ID)"
          name="ein"
          autoComplete="off"
          required
          span={3}
          defaultValue={typed.ein ?? company.ein}
          error={errors.ein}
        />
        <Field
          label="Documents"
          name="documents"
          type="file"
          multiple
          accept={ACCEPT}
          className="dealer-files"
          hint={`PDF, DOC, DOCX, PNG or JPEG. Up to 5 MB each, 10 MB together, ${DOCUMENTS_MAX} in all.`}
          error={errors.documents}
        />
      </div>
      <Checkbox
        name="certificateNotRequired"
        value="1"
        defaultChecked={typed.certificateNotRequired !== undefined}
        label="My state doesn’t require a resale certificate"
      />
      <FormFooter form={form}>Send application</FormFooter>
    </form>
  )
}
