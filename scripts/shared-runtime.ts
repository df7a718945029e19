/** Runs several files of worker tests in one runtime, because its start takes longer than most files. */
import type { Plugin } from 'vitest/config'

/**
 * Lets a runtime serve `files` test files before a new one replaces it: modules stay in its memory, and
 * loading becomes slower with them. For projects without `isolate`, listed after the plugin that creates the
 * runtimes.
 */
export function sharedRuntime(files: number): Plugin {
  return {
    name: 'treadline:shared-runtime',
    configureVitest({ project }) {
      const { poolRunner } = project.config
      if (!poolRunner) throw new Error('no pool of runtimes to share')
      project.config.poolRunner = {
        ...poolRunner,
        createPoolWorker(options) {
          const runtime = poolRunner.createPoolWorker(options)
          const send = runtime.send.bind(runtime)
          let served = 0
          runtime.send = (message) => {
            if (message.type === 'run') served += 1
            send(message)
          }
          runtime.canReuse = () => served < files
          return runtime
        },
      }
    },
  }
}
