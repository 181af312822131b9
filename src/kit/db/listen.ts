import pg from 'pg'

export interface ListenOptions {
  /** Direct URL: a transaction pooler would drop notifications. */
  url: string
  channel: string
  onMessage: (payload: string) => void
  /**
   * Called with true once listening, and with false when the connection is lost; messages sent while false are missed.
   */
  onState: (hearing: boolean) => void
  onError?: (error: Error) => void
}

export interface Listener {
  close(): Promise<void>
}

/** Milliseconds. A stopped server keeps its sockets open, so only an unanswered query reveals it (within 1.7 s). */
const beat = 700
const answerWithin = 1000
const connectWithin = 1500
const pauses = [50, 100, 200, 400, 500]

type Stream = { connection: { stream: { destroy(): void } } }

/** Listens on a dedicated connection and reconnects after every failure. */
export const listen = ({ url, channel, onMessage, onState, onError }: ListenOptions): Listener => {
  let stopped = false
  /** Interrupts the current wait: the open connection or the pause before the next one. */
  let interrupt = () => {}

  /** Runs one connection until it ends; resolves with whether it ever listened. */
  const live = () =>
    new Promise<boolean>((resolve) => {
      const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: `daecheong ${channel}` })
      let hearing = false
      let over = false
      let timer: ReturnType<typeof setTimeout> | undefined

      const finish = (error: Error) => {
        if (over) return
        over = true
        clearTimeout(timer)
        if (!stopped) onError?.(error)
        if (hearing)
          onState(false)
          // A graceful end would wait for a server that does not answer; pg has no other way to disconnect.
        ;(client as unknown as Stream).connection.stream.destroy()
        resolve(hearing)
      }
      const answered = async (work: Promise<unknown>, milliseconds: number) => {
        timer = setTimeout(() => finish(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
        await work
        clearTimeout(timer)
      }
      const beatOn = () => {
        timer = setTimeout(() => {
          answered(client.query('SELECT 1'), answerWithin).then(() => {
            if (!over) beatOn()
          }, finish)
        }, beat)
      }
      const begin = async () => {
        await answered(client.connect(), connectWithin)
        await answered(client.query(`LISTEN ${pg.escapeIdentifier(channel)}`), answerWithin)
        if (over) return
        hearing = true
        onState(true)
        beatOn()
      }

      interrupt = () => finish(new Error('closed'))
      client.on('error', finish)
      client.on('end', () => finish(new Error('the connection ended')))
      client.on('notification', ({ payload }) => onMessage(payload ?? ''))
      begin().catch(finish)
    })

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      interrupt = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    for (let failures = 0; !stopped; ) {
      failures = (await live()) ? 0 : failures + 1
      if (!stopped) await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 500)
    }
  }

  const running = run()
  return {
    async close() {
      stopped = true
      interrupt()
      await running
    },
  }
}
