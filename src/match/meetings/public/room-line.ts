import { CallRefused, createClient, newKey } from '#kit/client.ts'
import { whyOf } from '#match/matchings/public/why.ts'
import { send } from '#session/send.ts'
import { type Knocking, type LiveKit, type MeetingMessage, meetings, type PeerHere, type Sent } from '../contract.ts'

/** The key of the stay is sent, no access token: a guest has none, and a session may end during a meeting. */
const client = createClient(meetings, (call) =>
  send(call, new Headers({ 'accept-language': document.documentElement.lang })),
)

/** Another token of the server that carries sound and pictures, for the stay of this key. */
export const connectAgain = async (key: string): Promise<LiveKit | null> =>
  (await client.connect({ body: { key } })).liveKit

/** An address of a file of the room, for the stay of this key. */
export const addressOfFile = async (key: string, file: string): Promise<string> =>
  (await client.openFileInside({ body: { key, file } })).url

/** Lets a guest in, or refuses it, by the stay of this key; throws where somebody else has answered. */
export const answerKnock = async (
  key: string,
  answer: { guest: string; admit: boolean; seen: 'waiting' | 'refused' },
): Promise<void> => {
  await client.answerKnock({ body: { key, ...answer } })
}

interface Hearing {
  messages: (messages: readonly MeetingMessage[]) => void
  peers: (peers: readonly PeerHere[]) => void
  /** Guests who wait at the door. */
  knocks: (knocks: readonly Knocking[]) => void
  /** Since when the server is not reached, in epoch milliseconds; null while it is. */
  lost: (since: number | null) => void
  /** Something that was said is not taken, in words; the room goes on. */
  refused: (reason: string) => void
  /** The room is no more, in words. */
  ended: (reason: string) => void
}

/** Milliseconds between two attempts while the line is lost. */
const pause = 500

/** Milliseconds for which a new place of the caret waits to go along with what is said. */
const strolling = 400

/** Of one call: things said, and their bytes as JSON. A body holds 256 KB. */
const most = { said: 50, bytes: 200_000 }

const bytesOf = (one: Sent): number => new TextEncoder().encode(JSON.stringify(one)).length

/** As much of what waits as one call carries, at least the first. */
const batchOf = (queue: readonly Sent[], count: number): Sent[] => {
  let bytes = 0
  const end = queue.slice(0, count).findIndex((one, index) => {
    bytes += bytesOf(one)
    return index > 0 && bytes > most.bytes
  })
  return queue.slice(0, end < 0 ? count : end)
}

/**
 * The line to the room: what is said waits until it has arrived, comes in its order, and has an id, so that it is said
 * once however often it is sent.
 */
export class RoomLine {
  readonly #key: string
  readonly #hearing: Hearing
  readonly #beat: ReturnType<typeof setInterval>
  #queue: Sent[] = []
  /** Where one writes, while the server does not know it yet. */
  #caret: string | null | undefined
  #stroll: ReturnType<typeof setTimeout> | undefined
  /** Things said in the next call; one after a refusal, to find what is refused. */
  #count = most.said
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
    this.#queue.push(...said.map((one) => ({ ...one, id: newKey() })))
    this.hear()
  }

  /** Says where one writes in the notes, null where one does not: with the next thing that is said, or by itself soon. */
  write(caret: string | null): void {
    this.#caret = caret
    if (!this.#isOver) this.#stroll ??= setTimeout(() => this.hear(), strolling)
  }

  hear(): void {
    this.#isAsked = true
    if (!this.#isBusy) void this.#work()
  }

  /** Says that one goes; what waited is sent before it, and with it. */
  leave(): void {
    if (this.#isOver) return
    this.#stop()
    void this.#sendRest(this.#queue)
  }

  /** One call after the other, as what is said otherwise: pieces of one thing keep their order. */
  async #sendRest(queue: readonly Sent[]) {
    let rest = queue
    do {
      const send = batchOf(rest, most.said)
      rest = rest.slice(send.length)
      const body = { key: this.#key, after: this.#after, send, leaving: rest.length === 0 }
      await client.exchange({ body }).catch(() => undefined)
    } while (rest.length > 0)
  }

  #stop() {
    this.#isOver = true
    clearInterval(this.#beat)
    clearTimeout(this.#stroll)
  }

  async #work() {
    this.#isBusy = true
    while (this.#isAsked && !this.#isOver) {
      this.#isAsked = false
      const said = batchOf(this.#queue, this.#count)
      const caret = this.#caret
      clearTimeout(this.#stroll)
      this.#stroll = undefined
      try {
        const { peers, messages, knocks } = await client.exchange({
          body: { key: this.#key, after: this.#after, send: said, ...(caret !== undefined && { caret }) },
        })
        if (this.#isOver) break
        this.#queue = this.#queue.slice(said.length)
        this.#count = most.said
        if (this.#caret === caret) this.#caret = undefined
        this.#after = messages.at(-1)?.number ?? this.#after
        if (this.#queue.length > 0 || messages.length >= 500) this.#isAsked = true
        this.#isLost(false)
        this.#hearing.peers(peers)
        this.#hearing.knocks(knocks)
        this.#hearing.messages(messages)
      } catch (error) {
        if (this.#isOver) break
        if (error instanceof CallRefused && [400, 413].includes(error.status) && said.length > 0) {
          // What is refused must not take the rest along, nor end the stay.
          if (said.length === 1) {
            this.#queue = this.#queue.slice(1)
            this.#hearing.refused(whyOf(error))
          }
          this.#count = 1
          this.#isAsked = true
          continue
        }
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
