/** Runs before each file of the sandbox's tests, which share a runtime: deletes what earlier files stored. */
import { reset } from 'cloudflare:test'

await reset()
