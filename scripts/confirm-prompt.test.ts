import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openTerminal } from './confirm-prompt.ts'
import { NotReady } from './not-ready.ts'

/** Returns a terminal in which a person types `keys` at the first question. */
function typing(keys: string | null) {
  const stream = () => Object.assign(new PassThrough(), { isTTY: true })
  const [input, output] = [stream(), stream()]
  output.once('data', () => (keys === null ? input.end() : input.write(keys)))
  return openTerminal(input, output)
}

test('a question is answered by a line', async () => {
  expect(await typing('yes\r').ask('Go on? ')).toBe('yes')
})

test.each([
  ['Ctrl+C', '\x03'],
  ['Ctrl+C in the middle of an answer', 'ye\x03'],
  ['Ctrl+D', '\x04'],
  ['the end of the input', null],
])('[H4] %s at a question ends the command, which has changed nothing', async (_, keys) => {
  const answer = typing(keys).ask('Go on? ')
  await expect(answer).rejects.toThrow(NotReady)
  await expect(answer).rejects.toThrow(/^Nothing was changed\.$/)
})
