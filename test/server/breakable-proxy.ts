import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface BreakableProxy {
  /** Database URL through the proxy. */
  url: string
  /** Pauses or resumes all traffic without closing connections, like a server stopped with SIGSTOP. Nothing is lost. */
  setPaused(on: boolean): void
  /** Breaks every connection; new ones are accepted. */
  cut(): void
  close(): Promise<void>
}

/** Starts a TCP proxy to the database at `url`, on a free local port or the given one. */
export const startBreakableProxy = async (url: string, port = 0): Promise<BreakableProxy> => {
  const target = new pg.Client(url)
  const sockets = new Set<Socket>()
  let isPaused = false
  const server = createServer((near) => {
    const far = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      if (isPaused) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const account = `${target.user}${target.password ? `:${encodeURIComponent(target.password)}` : ''}`
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: `postgres://${account}@127.0.0.1:${(server.address() as AddressInfo).port}/${target.database}`,
    setPaused(on) {
      isPaused = on
      for (const socket of sockets) on ? socket.pause() : socket.resume()
    },
    cut,
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
