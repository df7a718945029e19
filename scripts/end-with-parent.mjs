/** Ends a script and every process it has started when bootstrap.mjs is gone, even after `kill -9`. */
import { grace } from './grace.mjs'

process.once('disconnect', () => {
  const end = (signal) => process.kill(process.platform === 'win32' ? process.pid : -process.pid, signal)
  // A second signal would end a command at once that is taking back what it has begun.
  if (!grace.isEnding) end('SIGTERM')
  setTimeout(() => end('SIGKILL'), grace.ms).unref()
  process.once('exit', () => end('SIGKILL'))
})
// The channel alone does not keep a finished script running.
process.channel?.unref()
