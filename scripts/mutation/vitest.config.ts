/** The tests of one group of rules: what a run over hundreds of broken rules can repeat for each of them. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Rules keep no state that one file could leave to the next.
  test: {
    isolate: false,
    environment: 'node',
    include: process.env.MUTATION_TESTS?.split(',') ?? ['schema/**/*.test.ts'],
  },
})
