/** Posts a message to a conversation, for shoppers and staff. */
import { CHAT_REFUSALS, type ChatMessage } from '../../../schema/content/chat/chat.ts'
import type { Env } from '../../env.ts'
import type { NewMessage } from './chat.object.ts'

type PostResult = { ok: true; message: ChatMessage } | { ok: false; status: 422 | 429; problem: string }

/** Posts a message; a refusal has the status and message of the reply. */
export async function postChatMessage(env: Pick<Env, 'CHAT'>, message: NewMessage): Promise<PostResult> {
  const posted = await env.CHAT.getByName(message.room).post(message)
  if (posted.ok) return posted
  const { refusal } = posted
  return { ok: false, status: refusal === 'too-fast' ? 429 : 422, problem: CHAT_REFUSALS[refusal] }
}
