import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Errors of an address that this machine lacks: IPv6 is often disabled although `localhost` resolves to `::1`. */
const absent = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

const open = async (listener: Server, host: string, port: number): Promise<boolean> => {
  listener.listen({ host, port })
  try {
    await once(listener, 'listening')
    return true
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

export interface Listening {
  /** URL of the first address, with the actual port if 0 was requested. */
  address: string
  /** Stops accepting connections at every address; resolves once the server's own are closed too. */
  close(): Promise<void>
}

/**
 * Listens at every address of a host name; `localhost` has 127.0.0.1 and ::1. For a name, Fastify would create a second
 * HTTP server without the guard, cache and slow-connection watch of the first. Here, connections from the other
 * addresses are passed to the single HTTP server. Rejects if an address is in use.
 */
export const listenAt = async (app: FastifyInstance, host: string, port: number): Promise<Listening> => {
  const found = await dns.promises.lookup(host, { all: true })
  // IPv4 first: it exists on every machine.
  const addresses = [...new Set(found.sort((one, other) => one.family - other.family).map(({ address }) => address))]
  const [first = host, ...others] = addresses
  const address = await app.listen({ host: first, port })
  const { port: boundPort } = new URL(address)
  const listeners: Server[] = []
  for (const other of others) {
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    )
    if (await open(listener, other, Number(boundPort))) listeners.push(listener)
  }
  return {
    address,
    async close() {
      const closed = listeners.map((listener) => new Promise((resolve) => listener.close(resolve)))
      await Promise.all([app.close(), ...closed])
    },
  }
}
