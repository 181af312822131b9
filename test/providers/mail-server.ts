import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server that stores accepted mails; `onData` may refuse, disconnect or delay instead. */
export class MailServer {
  readonly received: string[] = []
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
          this.received.push(mail.toString('utf8'))
          if (outcome !== 'drop') return done()
          // Accept the mail but never answer.
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

/** Decoded header of a raw mail. */
export const headerOf = (mail: string, name: string) => {
  const found = new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(mail)?.[1] ?? ''
  return found
    .replace(/\r\n[ \t]/g, '')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, text) => Buffer.from(text, 'base64').toString('utf8'))
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
}
/** Decoded text parts of a raw mail. */
export const bodyOf = (mail: string) =>
  [...mail.matchAll(/Content-Transfer-Encoding: (base64|quoted-printable)\r\n\r\n([\s\S]*?)\r\n--/gi)]
    .map(([, encoding, text = '']) =>
      encoding === 'base64'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeURIComponent(
            text
              .replaceAll('=\r\n', '')
              .replaceAll('%', '%25')
              .replace(/=([0-9A-F]{2})/g, '%$1'),
          ),
    )
    .join('\n')
