/** A thread of the simulation: runs blocks of checkouts until the bench ends it. */
import { parentPort, workerData } from 'node:worker_threads'
import { openSimulation } from '../../worker/checkout/placement/testing/checkout-simulation.harness.ts'

const { seed, step } = workerData as { seed: number; step: number }
const simulation = await openSimulation()
for (let block = seed; ; block += step) parentPort?.postMessage(await simulation.runBlock(block))
