/** Saying something in a conversation, from either side: the messages of its refusals, and the endpoint for new conversations. */
import { CHAT_REFUSALS, type ChatMessage } from '../../../schema/content/chat/chat.ts'
import type { Env } from '../../env.ts'
import type { NewMessage } from './chat.object.ts'

type Said = { ok: true; message: ChatMessage } | { ok: false; status: 422 | 429; problem: string }

export async function postChatMessage(env: Pick<Env, 'CHAT'>, message: NewMessage): Promise<Said> {
  const posted = await env.CHAT.getByName(message.room).post(message)
  if (posted.ok) return posted
  const { refusal } = posted
  return { ok: false, status: refusal === 'too-fast' ? 429 : 422, problem: CHAT_REFUSALS[refusal] }
}
