/** Runs before each file of the sandbox's tests, which share a runtime: what an earlier file stored is gone. */
import { reset } from 'cloudflare:test'

await reset()
