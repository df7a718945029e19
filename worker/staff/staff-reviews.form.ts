/** Actions of staff on reviews, their photos and questions; each redirects to the list where it was done, which offers to undo it. */
import type { Context } from 'hono'
import type { StaffForm } from '../../schema/content/chat/chat.api.ts'
import { ANSWER_MAX } from '../../schema/content/reviews/question-form.ts'
import { paths } from '../../schema/paths.ts'
import type { Actor } from '../../schema/staff/changes/change.ts'
import type { AppEnv } from '../env.ts'
import type { StaffSession } from '../identity/staff/current-staff.ts'
import { toActor } from './changes/staff-actor.ts'
import {
  answerQuestion,
  answerReview,
  approveReview,
  rejectReview,
  removeAnswer,
  restoreReview,
  setPhotoShown,
  setQuestionRefused,
  setReviewFlagged,
  setReviewShown,
} from './review-moderation.sql.ts'

type Action = Exclude<StaffForm, { action: 'say' | 'close' | 'assign-chat' | 'want-size' | 'unwant-size' }>

export async function moderate(c: Context<AppEnv>, form: Action, staff: StaffSession): Promise<Response> {
  const query = await run(c.env.DB, form, toActor(staff, 'page'), Date.now())
  return c.redirect(`${paths.staffReviews}${query}`, 303)
}

const GONE = '?problem=gone'

/** Runs the action and returns the query of the list, which says what happened. */
async function run(db: D1Database, form: Action, actor: Actor, now: number): Promise<string> {
  switch (form.action) {
    case 'approve': {
      const { review: id, rating = null } = form
      return (await approveReview(db, { id, rating, now })) ? '' : '?problem=no-stars'
    }
    case 'refuse':
      return (await rejectReview(db, form.review, now)) ? `?undo=${form.review}` : GONE
    case 'restore':
      return (await restoreReview(db, form.review)) ? '' : GONE
    case 'remove': {
      const isDone = await setReviewShown(db, { id: form.review, isShown: false, now })
      return isDone ? `?show=posted&undo=${form.review}&of=posted` : GONE
    }
    case 'republish':
      return (await setReviewShown(db, { id: form.review, isShown: true, now })) ? '?show=posted' : GONE
    case 'answer-review': {
      const answer = form.text.trim().slice(0, ANSWER_MAX) || null
      const isDone = await answerReview(db, { id: form.review, answer, actor, now })
      return isDone ? `?show=posted&q=%23review-${form.review}&done=review-answer` : GONE
    }
    case 'flag-review': {
      const isDone = await setReviewFlagged(db, { id: form.review, isFlagged: true, now })
      return isDone ? '?show=flagged&done=flag' : GONE
    }
    case 'check-review': {
      const isDone = await setReviewFlagged(db, { id: form.review, isFlagged: false, now })
      return isDone ? '?show=flagged&done=check' : GONE
    }
    case 'remove-photo': {
      const isDone = await setPhotoShown(db, { id: form.photo, isShown: false, now })
      return isDone ? `?show=posted&undo=${form.photo}&of=photo` : GONE
    }
    case 'restore-photo':
      return (await setPhotoShown(db, { id: form.photo, isShown: true, now })) ? '?show=posted' : GONE
    case 'answer': {
      const answer = form.text.trim().slice(0, ANSWER_MAX)
      if (answer === '') return '?problem=no-answer'
      return (await answerQuestion(db, { id: form.question, answer, now })) ? '' : GONE
    }
    case 'refuse-question':
      return changeQuestion(
        db,
        form.question,
        { from: 'waiting', refusedAt: now, now },
        `?undo=${form.question}&of=question`,
      )
    case 'restore-question':
      return changeQuestion(db, form.question, { from: 'refused', refusedAt: null, now }, '')
    case 'remove-question': {
      const query = `?show=posted&undo=${form.question}&of=posted-question`
      return changeQuestion(db, form.question, { from: 'answered', refusedAt: now, now }, query)
    }
    case 'remove-answer':
      return (await removeAnswer(db, form.question, now)) ? '?done=answer' : GONE
  }
}

async function changeQuestion(
  db: D1Database,
  id: number,
  change: Omit<Parameters<typeof setQuestionRefused>[1], 'id'>,
  done: string,
): Promise<string> {
  return (await setQuestionRefused(db, { id, ...change })) ? done : GONE
}
