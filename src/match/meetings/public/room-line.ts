import { CallRefused, createClient } from '#kit/client.ts'
import { whyOf } from '#match/matchings/public/why.ts'
import { send } from '#session/send.ts'
import { type LiveKit, type MeetingMessage, meetings, type Peer, type Sent } from '../contract.ts'

/** The key of the stay is sent, no access token: a guest has none, and a session may end during a meeting. */
const client = createClient(meetings, (call) =>
  send(call, new Headers({ 'accept-language': document.documentElement.lang })),
)

/** Another token of the server that carries sound and pictures, for the stay of this key. */
export const connectAgain = async (key: string): Promise<LiveKit | null> =>
  (await client.connect({ body: { key } })).liveKit

interface Hearing {
  messages: (messages: readonly MeetingMessage[]) => void
  peers: (peers: readonly Peer[]) => void
  /** Since when the server is not reached, in epoch milliseconds; null while it is. */
  lost: (since: number | null) => void
  /** The room is no more, in words. */
  ended: (reason: string) => void
}

/** Milliseconds between two attempts while the line is lost. */
const pause = 500

/** The line to the room: what is said waits until it has arrived, and comes in its order. */
export class RoomLine {
  readonly #key: string
  readonly #hearing: Hearing
  readonly #beat: ReturnType<typeof setInterval>
  #queue: Sent[] = []
  #after = 0
  #isBusy = false
  #isAsked = false
  #isOver = false
  #lostSince: number | null = null

  /** `every`: milliseconds after which it asks by itself, where nothing tells it to. */
  constructor(key: string, every: number, hearing: Hearing) {
    this.#key = key
    this.#hearing = hearing
    this.#beat = setInterval(() => this.hear(), every)
    this.hear()
  }

  say(...said: Sent[]): void {
    this.#queue.push(...said)
    this.hear()
  }

  hear(): void {
    this.#isAsked = true
    if (!this.#isBusy) void this.#work()
  }

  /** Says that one goes; what waited is sent with it. */
  leave(): void {
    if (this.#isOver) return
    this.#stop()
    const body = { key: this.#key, after: this.#after, send: this.#queue, leaving: true }
    void client.exchange({ body }).catch(() => undefined)
  }

  #stop() {
    this.#isOver = true
    clearInterval(this.#beat)
  }

  async #work() {
    this.#isBusy = true
    while (this.#isAsked && !this.#isOver) {
      this.#isAsked = false
      const said = this.#queue.slice(0, 50)
      try {
        const { peers, messages } = await client.exchange({ body: { key: this.#key, after: this.#after, send: said } })
        if (this.#isOver) break
        this.#queue = this.#queue.slice(said.length)
        this.#after = messages.at(-1)?.number ?? this.#after
        if (this.#queue.length > 0 || messages.length >= 500) this.#isAsked = true
        this.#isLost(false)
        this.#hearing.peers(peers)
        this.#hearing.messages(messages)
      } catch (error) {
        if (this.#isOver) break
        if (error instanceof CallRefused && [400, 404, 409].includes(error.status)) {
          this.#stop()
          this.#hearing.ended(whyOf(error))
          break
        }
        this.#isLost(true)
        await new Promise((resolve) => setTimeout(resolve, pause))
        this.#isAsked = true
      }
    }
    this.#isBusy = false
  }

  #isLost(isLost: boolean) {
    if (isLost === (this.#lostSince !== null)) return
    this.#lostSince = isLost ? Date.now() : null
    this.#hearing.lost(this.#lostSince)
  }
}
