import { createServer, mountApi } from '../../src/app.ts'
import { watchLotEnds } from '../../src/auction/sales/server/close-lots.ts'
import { processContext } from './process-context.ts'

/**
 * The product's API in a separate process without pages or jobs, which a test can kill. Arguments: database URL, secret
 * of access tokens, and optionally the clock's jumps in ms; with it the process also ends lots. Its first output line
 * is its port.
 */
const [databaseUrl = '', secret = '', jump] = process.argv.slice(2)
const { context } = processContext({
  databaseUrl,
  now: new Date().toISOString(),
  jump: Number(jump ?? 0),
  secret: new TextEncoder().encode(secret),
})
const server = createServer(context.services.settings)
await mountApi(server, context.services)
if (jump !== undefined) watchLotEnds(context.services)
await server.listen({ port: 0, host: '127.0.0.1' })
const address = server.server.address()
console.log(typeof address === 'object' && address ? address.port : '')
