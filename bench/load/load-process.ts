import { generateLoad, type Load } from './generate-load.ts'

// Separate process, so that sending requests takes no time from the event loop that answers.
process.on('message', async (load: Load) => process.send?.(await generateLoad(load)))
