/** A date and time in the back office (H14), with its year: records are looked at long after. */
import { CHAT_TIME_FORMAT } from '../../../schema/content/chat/chat.ts'

const MOMENT = new Intl.DateTimeFormat('en-US', { ...CHAT_TIME_FORMAT, year: 'numeric' })

/** Renders a date and time; `at` is in milliseconds. */
export function Timestamp({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{MOMENT.format(at)}</time>
}
