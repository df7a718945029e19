/** The ready answers beside a conversation (H14m): one press writes one into the field, with the link of the unit. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import type { ChatMessage } from '../../../schema/content/chat/chat.ts'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffChatHref, staffPaths } from '../../../schema/paths.ts'
import { ANSWER_PROBLEM, fillAnswer, namedUnits } from '../../../schema/staff/texts/chat-answer.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff } from '../../identity/staff/current-staff.ts'
import { findNamedUnit, readChatAnswers } from './chat-answers.sql.ts'

/** Returns the part of the page with the answers, and the text of the one that the address asks for. */
export async function chatAnswers(c: Context<AppEnv>, id: number, messages: readonly ChatMessage[]) {
  const typed = c.req.query('unit')?.trim().toUpperCase()
  const names = typed ? [typed] : namedUnits(messages.map(({ text }) => text))
  const [answers, unit, staff] = await Promise.all([
    readChatAnswers(c.env.DB),
    findNamedUnit(c.env.DB, names),
    getCurrentStaff(c),
  ])
  const chosen = answers.find(({ name }) => name === c.req.query('answer'))
  const link = unit && new URL(unit.href, c.get('config').siteUrl).href
  const draft = chosen ? fillAnswer(chosen.content, link) : ''
  const mayWrite = staff !== null && hasPermission(staff.role, 'texts')
  const view = (
    <section key="answers" aria-labelledby="answers-title">
      <h2 id="answers-title">Ready answers</h2>
      {draft === null ? <Alert tone="error">{ANSWER_PROBLEM}</Alert> : null}
      {answers.length === 0 ? (
        <p className="quiet">None yet. A manager writes them under Texts.</p>
      ) : (
        <form action={staffChatHref(id)} className="form-grid staff-narrow">
          <Field
            name="unit"
            label="Unit to link to (optional)"
            defaultValue={typed ?? unit?.sku ?? ''}
            maxLength={40}
            autoComplete="off"
          />
          <div className="button-row">
            {answers.map(({ name, title }) => (
              <Button key={name} type="submit" name="answer" value={name}>
                {title}
              </Button>
            ))}
          </div>
        </form>
      )}
      {mayWrite ? (
        <p>
          <a href={staffPaths.texts}>Write an answer</a>: a block whose name begins with chat-. In it,{' '}
          {'{unit}'} becomes the link of the unit.
        </p>
      ) : null}
    </section>
  )
  return { view, draft: draft ?? '' }
}
