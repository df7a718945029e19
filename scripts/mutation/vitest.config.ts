/** The tests of one group of rules, which a mutation run repeats for each broken rule. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Rules have no state that one test file could pass to the next.
  test: {
    isolate: false,
    environment: 'node',
    include: process.env.MUTATION_TESTS?.split(',') ?? ['schema/**/*.test.ts'],
  },
})
