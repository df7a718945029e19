/** The keys of programs, with the form that makes one (H14y). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { PERMISSION_LABELS } from '../../../schema/identity/staff/permissions.ts'
import { KEY_PERMISSIONS, type KeyPermission } from '../../../schema/staff/api/api-key.ts'
import { API_PATHS } from '../../../schema/staff/api/api-paths.ts'
import { PostForm } from '../frame/post-form.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { ApiBoxes } from './api-boxes.tsx'
import type { KeyLine } from './api-key.sql.ts'

/** A form that was refused, with what was typed. */
export interface RefusedKey {
  name: string
  permissions: readonly KeyPermission[]
  errors: Readonly<Record<string, string>>
}

export function Keys({ keys, refused }: { keys: readonly KeyLine[]; refused: RefusedKey | undefined }) {
  return (
    <>
      <section aria-labelledby="keys-title" className="api-part">
        <h2 id="keys-title">Keys</h2>
        {keys.length === 0 ? (
          <p>No keys yet.</p>
        ) : (
          <ul className="staff-rows">
            {keys.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
      </section>
      <NewKey refused={refused} />
    </>
  )
}

function Line({ line }: { line: KeyLine }) {
  const { id, name, permissions, maker, createdAt, usedAt, endedAt } = line
  return (
    <li>
      <div>
        <b>{name}</b> {endedAt === null ? null : <span className="tag">Ended</span>}
        <p>Can {permissions.map((permission) => PERMISSION_LABELS[permission]).join(', ')}.</p>
        <p className="t-14 quiet">
          Made by {maker} <Timestamp at={createdAt} />.{' '}
          {endedAt !== null ? (
            <>
              Ended <Timestamp at={endedAt} />.
            </>
          ) : usedAt === null ? (
            'Never used.'
          ) : (
            <>
              Last used <Timestamp at={usedAt} />.
            </>
          )}
        </p>
      </div>
      {endedAt === null ? (
        <PostForm path={API_PATHS.form} fields={{ action: 'end-key', id }}>
          <Button type="submit" kind="danger">
            End<span className="visually-hidden"> the key {name}</span>
          </Button>
        </PostForm>
      ) : null}
    </li>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function NewKey({ refused }: { refused: RefusedKey | undefined }) {
  return (
    <section aria-labelledby="new-key-title" className="staff-narrow">
      <h2 id="new-key-title">New key</h2>
      <PostForm path={API_PATHS.form} fields={{ action: 'make-key' }} className="form-grid">
        <Field
          name="name"
          label="Name"
          hint="The program that uses it. The audit log shows this name."
          maxLength={60}
          defaultValue={refused?.name}
          error={refused?.errors.name}
          autoComplete="off"
          required
        />
        <ApiBoxes
          name="permission"
          legend="What it can do"
          labels={KEY_PERMISSIONS.map((permission) => [
            permission,
            capitalize(PERMISSION_LABELS[permission]),
          ])}
          chosen={refused?.permissions ?? []}
          error={refused?.errors.permission}
        />
        <Button type="submit" kind="buy" className="staff-send">
          Make a key
        </Button>
      </PostForm>
    </section>
  )
}
