import { type Load, load } from './load.ts'

// A process of its own, so that asking takes nothing from the event loop that answers.
process.on('message', async (asked: Load) => process.send?.(await load(asked)))
