/** Ends a script, and all that it has started, when bootstrap.mjs is gone, even by `kill -9`. */
process.once('disconnect', () => {
  const end = (signal) => process.kill(process.platform === 'win32' ? process.pid : -process.pid, signal)
  end('SIGTERM')
  setTimeout(() => end('SIGKILL'), 5_000)
})
// A script that has nothing left to do ends as ever.
process.channel?.unref()
