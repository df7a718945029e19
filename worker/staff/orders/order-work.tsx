/** Tags of an order and who looks after it, on its page (H14o). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { orderListHref } from '../../../schema/staff/orders/order-tabs.ts'
import { TAG_MAX } from '../../../schema/staff/orders/order-work.ts'
import { PostForm } from '../frame/post-form.tsx'
import type { OrderWork } from './order-work.sql.ts'

interface WorkProps {
  orderNumber: string
  work: OrderWork
  mayChange: boolean
}

/** Renders both, with their forms for who may change them. */
export function OrderWorkSection({ orderNumber, work: { tags, assignee, people }, mayChange }: WorkProps) {
  const name =
    people.find(({ id }) => id === assignee)?.name ?? (assignee === null ? 'Nobody' : 'Former staff')
  return (
    <section className="order-work" aria-labelledby="work">
      <h2 id="work">Tags and assignee</h2>
      {tags.length > 0 ? (
        <ul className="order-tags">
          {tags.map((tag) => (
            <li key={tag}>
              <a
                className="tag"
                href={orderListHref({ tab: 'all', q: '', before: null, tag, assignee: null })}
              >
                {tag}
              </a>
              {mayChange ? (
                <PostForm
                  path={staffPaths.orderDeskForm}
                  fields={{ action: 'untag', order: orderNumber, tag }}
                >
                  <Button type="submit">
                    Remove<span className="visually-hidden"> the tag {tag}</span>
                  </Button>
                </PostForm>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayChange ? (
        <div className="order-work-forms">
          <PostForm path={staffPaths.orderDeskForm} fields={{ action: 'tag', order: orderNumber }}>
            <Field name="tag" id="new-tag" label="New tag" autoComplete="off" maxLength={TAG_MAX} required />
            <Button type="submit">Add tag</Button>
          </PostForm>
          <PostForm path={staffPaths.orderDeskForm} fields={{ action: 'assign', order: orderNumber }}>
            <Select
              name="staff"
              id="assignee"
              label="Looked after by"
              defaultValue={assignee === null ? '' : String(assignee)}
              options={[
                { value: '', label: 'Nobody' },
                ...people.map((person) => ({ value: String(person.id), label: person.name })),
              ]}
            />
            <Button type="submit">Save</Button>
          </PostForm>
        </div>
      ) : (
        <p>Looked after by: {name}</p>
      )}
    </section>
  )
}
