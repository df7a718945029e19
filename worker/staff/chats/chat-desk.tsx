/** Who answers a conversation and which sizes are wanted, beside the conversation (H14m). */
import type { Context } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { readCurrentStaff } from '../../identity/staff/current-people.sql.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { findChatDesk } from './chat-desk-record.sql.ts'

export async function chatDeskView(c: Context<AppEnv>, id: number) {
  const [desk, people] = await Promise.all([findChatDesk(c.env.DB, id), readCurrentStaff(c.env.DB)])
  const version = desk?.version ?? 0
  const form = { conversation: id, version }
  return (
    <section key="desk" aria-labelledby="desk-title" className="staff-narrow">
      <h2 id="desk-title">For staff</h2>
      {flashAlert(c)}
      <PostForm path={paths.staffForm} fields={{ action: 'assign-chat', ...form }} className="form-grid">
        <Select
          name="assignee"
          label="Who answers"
          defaultValue={String(desk?.assignee ?? '')}
          options={[
            { value: '', label: 'Anyone' },
            ...people
              .filter(({ role }) => hasPermission(role, 'chat'))
              .map((person) => ({ value: String(person.id), label: person.name })),
          ]}
        />
        <Button type="submit" className="staff-send">
          Assign
        </Button>
      </PostForm>
      {desk && desk.wants.length > 0 ? (
        <ul className="staff-rows" aria-label="Wanted sizes">
          {desk.wants.map((size) => (
            <li key={size}>
              <p>
                Wants <a href={sizeHref(size)}>{size}</a>
              </p>
              <PostForm path={paths.staffForm} fields={{ action: 'unwant-size', ...form, size }}>
                <Button type="submit">
                  Remove<span className="visually-hidden"> {size}</span>
                </Button>
              </PostForm>
            </li>
          ))}
        </ul>
      ) : null}
      <PostForm path={paths.staffForm} fields={{ action: 'want-size', ...form }} className="form-grid">
        <Field
          name="size"
          label="Wants the size"
          hint="Counted as demand, such as 225/45R17."
          maxLength={40}
          autoComplete="off"
          required
        />
        <Button type="submit" className="staff-send">
          Add
        </Button>
      </PostForm>
    </section>
  )
}
