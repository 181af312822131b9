import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server that keeps what it took; `onData` may refuse, break or take its time instead. */
export class MailServer {
  readonly taken: string[] = []
  readonly #server: SMTPServer
  onData: (attempt: number) => Error | 'drop' | null | Promise<Error | null> = () => null
  #attempts = 0

  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        void buffer(stream).then(async (mail) => {
          this.#attempts += 1
          const outcome = await this.onData(this.#attempts)
          if (outcome instanceof Error) return done(outcome)
          this.taken.push(mail.toString('utf8'))
          if (outcome !== 'drop') return done()
          // The mail is taken and the answer never comes.
          const connections = (
            this.#server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }
          ).connections
          for (const connection of connections) if (connection.id === session.id) connection._socket.destroy()
        })
      },
      ...options,
    })
    this.#server.on('error', () => undefined)
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve))
  }
}
