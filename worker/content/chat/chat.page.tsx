/** /chat/: this browser's conversation with the shop. Never cached, because it belongs to one shopper. */
import type { Context } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { isAwaitingReply, presenceMessage } from '../../../schema/content/chat/chat.ts'
import { isOpenAt } from '../../../schema/identity/location/opening-hours.ts'
import { paths } from '../../../schema/paths.ts'
import { WORKSHOP_TIME_ZONE } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { readConversationCookie } from './chat-cookie.ts'
import { CHAT_SOCKET_PATH, ChatHours, ChatView } from './chat-view.tsx'

/** The state of a refused form, which the page shows refused. */
export interface ChatFormState {
  status: 403 | 422 | 429
  text?: string
  problem?: string
  emailProblem?: string
}

/** Renders the page; `refused` is set in the response to a refused form. */
export async function chatPage(c: Context<AppEnv>, refused?: ChatFormState): Promise<Response> {
  const now = Date.now()
  const conversationId = readConversationCookie(c)
  const [conversation, settings] = await Promise.all([
    conversationId === null ? null : c.env.CHAT.getByName(conversationId).read(),
    shopConfig(c.env.DB),
  ])
  const hours = settings.get('stores/1/hours') ?? ''
  const isOpen = isOpenAt(hours, now, WORKSHOP_TIME_ZONE)
  const messages = conversation?.messages ?? []
  const hasBegun = messages.length > 0
  return contentPage(c, {
    title: 'Ask us',
    description: 'Ask a tire person, right here.',
    canonical: null,
    ...(refused ? { status: refused.status } : {}),
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
          live={CHAT_SOCKET_PATH}
          refused={refused?.problem ? { text: refused.text ?? '', problem: refused.problem } : undefined}
        />
        <ChatHours
          hours={hours}
          presence={presenceMessage(messages, { isOpen, now })}
          offered={isAwaitingReply(messages, now) || (hasBegun && !isOpen)}
          email={conversation?.email ?? null}
          action={paths.chatForm}
          problem={refused?.emailProblem}
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
