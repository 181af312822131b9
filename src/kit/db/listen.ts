import pg from 'pg'

export interface ListenOptions {
  /** Direct address: a transaction pooler in between would swallow notifications. */
  url: string
  channel: string
  onMessage: (payload: string) => void
  /** True once it listens, false when the connection is lost; while false, messages go unheard. */
  onState: (hearing: boolean) => void
  onError?: (error: Error) => void
}

export interface Listener {
  close(): Promise<void>
}

/** Milliseconds. A stopped server keeps its sockets open: only an unanswered question tells (within 1.7 s). */
const beat = 700
const answerWithin = 1000
const connectWithin = 1500
const pauses = [50, 100, 200, 400, 500]

type Stream = { connection: { stream: { destroy(): void } } }

/** Listens on a connection of its own, and goes on listening whatever happens to it. */
export const listen = ({ url, channel, onMessage, onState, onError }: ListenOptions): Listener => {
  let stopped = false
  /** Ends what is waited for at present: the life of a connection or the pause before the next. */
  let interrupt = () => {}

  /** One connection from its first to its last moment; resolves with whether it ever listened. */
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
          // A goodbye would wait for a server that does not answer; pg has no other way to let go.
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
