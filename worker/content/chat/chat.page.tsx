/** /chat/: this browser's conversation with the shop. It belongs to one shopper, so it is never cached. */
import type { Context } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { isAwaitingReply, presenceMessage } from '../../../schema/content/chat/chat.ts'
import { isOpenAt } from '../../../schema/content/pages/opening-hours.ts'
import { paths } from '../../../schema/paths.ts'
import { WORKSHOP_TIME_ZONE } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { readRoomCookie } from './chat-cookie.ts'
import { CHAT_LIVE, ChatHours, ChatView } from './chat-view.tsx'

/** What could not be done, and why; makes the page the answer to a form. */
export interface ChatFormState {
  status: 403 | 422 | 429
  text?: string
  problem?: string
  emailProblem?: string
}

export async function chatPage(c: Context<AppEnv>, again?: ChatFormState): Promise<Response> {
  const now = Date.now()
  const room = readRoomCookie(c)
  const [conversation, settings] = await Promise.all([
    room === null ? null : c.env.CHAT.getByName(room).read(),
    shopConfig(c.env.DB),
  ])
  const hours = settings.get('stores/1/hours') ?? ''
  const isOpen = isOpenAt(hours, now, WORKSHOP_TIME_ZONE)
  const messages = conversation?.messages ?? []
  const hasBegun = messages.length > 0
  return contentPage(c, {
    title: 'Ask us',
    description: 'Ask somebody who knows tires, here and now.',
    canonical: null,
    ...(again ? { status: again.status } : {}),
    kind: 'chat',
    body: (
      <article className="wrap prose">
        <h1>Ask us</h1>
        <ChatView
          self="shopper"
          messages={messages}
          closed={conversation?.closed ?? false}
          action={paths.chatForm}
          hidden={{ action: 'say', client: crypto.randomUUID() }}
          live={CHAT_LIVE}
          again={again?.problem ? { text: again.text ?? '', problem: again.problem } : undefined}
        />
        <ChatHours
          hours={hours}
          presence={presenceMessage(messages, { isOpen, now })}
          offered={isAwaitingReply(messages, now) || (hasBegun && !isOpen)}
          email={conversation?.email ?? null}
          action={paths.chatForm}
          problem={again?.emailProblem}
        />
        {hasBegun ? (
          <form method="post" action={paths.chatForm}>
            <input type="hidden" name="action" value="forget" />
            <Button type="submit">Delete this conversation</Button>
          </form>
        ) : null}
      </article>
    ),
  })
}
