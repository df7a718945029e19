/** The exit code of a command that has changed nothing. */
export const NOTHING_CHANGED = 2

/** Something that a person has to give or decide; nothing was changed. */
export class NotReady extends Error {
  readonly exitCode = NOTHING_CHANGED
}
