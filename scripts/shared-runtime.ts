/** Worker tests: several files, one after the other, in one runtime. To start one takes longer than most files take. */
import type { Plugin } from 'vitest/config'

/**
 * A runtime serves `files` files and gives way to the next: what each file loads stays in its memory, and loading becomes
 * slower with it. For projects without `isolate`, behind the plugin whose runtimes these are.
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
