import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Errors of an address that this machine does not have: IPv6 is often switched off where `localhost` names `::1`. */
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
  /** URL of the first address, with the port that the system chose where 0 was asked for. */
  address: string
  /** Takes no new connections at any address, and resolves when those of the server are closed too. */
  close(): Promise<void>
}

/**
 * Listens at every address of a host name. `localhost` is 127.0.0.1 and ::1. Given the name, Fastify would make an HTTP
 * server of its own for the second, which has none of what is put on the first: guard, cache, watch over slow lines.
 * Here connections of the others are handed to the one HTTP server. Rejects where an address is taken.
 */
export const listenAt = async (app: FastifyInstance, host: string, port: number): Promise<Listening> => {
  const found = await dns.promises.lookup(host, { all: true })
  // IPv4 first: it is there on every machine.
  const addresses = [...new Set(found.sort((one, other) => one.family - other.family).map(({ address }) => address))]
  const [first = host, ...others] = addresses
  const address = await app.listen({ host: first, port })
  const { port: taken } = new URL(address)
  const listeners: Server[] = []
  for (const other of others) {
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    )
    if (await open(listener, other, Number(taken))) listeners.push(listener)
  }
  return {
    address,
    async close() {
      const closed = listeners.map((listener) => new Promise((resolve) => listener.close(resolve)))
      await Promise.all([app.close(), ...closed])
    },
  }
}
