/** Ends a script and every process it has started when bootstrap.mjs is gone, even after `kill -9`. */
process.once('disconnect', () => {
  const end = (signal) => process.kill(process.platform === 'win32' ? process.pid : -process.pid, signal)
  end('SIGTERM')
  setTimeout(() => end('SIGKILL'), 5_000)
})
// The channel alone does not keep a finished script running.
process.channel?.unref()
