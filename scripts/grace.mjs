/**
 * How a command ends when bootstrap.mjs is gone; signals.ts and end-with-parent.mjs share it in one process. Plain JavaScript:
 * end-with-parent.mjs is loaded before each command.
 */
export const grace = {
  /** Milliseconds from the signal until the command and all its processes are killed. */
  ms: 5_000,
  /** Whether the command has received a signal and is ending. */
  isEnding: false,
}
