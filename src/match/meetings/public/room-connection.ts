import { CallRefused, createClient, newKey } from '#kit/client.ts'
import { refusalMessage } from '#match/matchings/public/refusal-message.ts'
import { sendCall } from '#session/send-request.ts'
import {
  type LiveKit,
  type MeetingMessage,
  meetings,
  type OutgoingMessage,
  type PresentPeer,
  type WaitingGuest,
} from '../contract.ts'
import { files } from '../files/contract.ts'
import { guests } from '../guests/contract.ts'
import { media } from '../media/contract.ts'

/**
 * Authenticates with the peer key, not an access token: a guest has no account, and a session may end during a meeting.
 */
const client = createClient({ ...meetings, ...guests, ...files, ...media }, (call) =>
  sendCall(call, new Headers({ 'accept-language': document.documentElement.lang })),
)

/** Fetches a new media server token; null without a LiveKit server. */
export const fetchMediaToken = async (key: string): Promise<LiveKit | null> =>
  (await client.connect({ body: { key } })).liveKit

/** Returns a download URL of a file of the room. */
export const fetchFileUrl = async (key: string, file: string): Promise<string> =>
  (await client.openFileInside({ body: { key, file } })).url

/** Admits or refuses a guest. Throws `conflict` if another peer has already answered. */
export const answerKnock = async (
  key: string,
  answer: { guest: string; admit: boolean; seen: 'waiting' | 'refused' },
): Promise<void> => {
  await client.answerKnock({ body: { key, ...answer } })
}

interface Hearing {
  messages: (messages: readonly MeetingMessage[]) => void
  peers: (peers: readonly PresentPeer[]) => void
  /** Guests waiting to be admitted. */
  knocks: (knocks: readonly WaitingGuest[]) => void
  /** Called with the start of an outage in epoch ms, or null when the server is reachable again. */
  lost: (since: number | null) => void
  /** A message was rejected, with the reason as text; the connection continues. */
  refused: (reason: string) => void
  /** The room is over, with the reason as text. */
  ended: (reason: string) => void
}

/** Milliseconds between attempts while the connection is lost. */
const pause = 500

/** Milliseconds a caret change waits to be sent along with a message. */
const strolling = 400

/** Limits of one call: messages, and their JSON bytes. The server accepts a body of 256 KB. */
const most = { said: 50, bytes: 200_000 }

const bytesOf = (one: OutgoingMessage): number => new TextEncoder().encode(JSON.stringify(one)).length

/** Returns as many queued messages as fit in one call, at least one. */
const batchOf = (queue: readonly OutgoingMessage[], count: number): OutgoingMessage[] => {
  let bytes = 0
  const end = queue.slice(0, count).findIndex((one, index) => {
    bytes += bytesOf(one)
    return index > 0 && bytes > most.bytes
  })
  return queue.slice(0, end < 0 ? count : end)
}

/**
 * Connection of a browser to the room: queues messages until they have arrived, keeps their order, and gives each an
 * id, so that a retry does not send it twice.
 */
export class RoomConnection {
  readonly #key: string
  readonly #hearing: Hearing
  readonly #beat: ReturnType<typeof setInterval>
  #queue: OutgoingMessage[] = []
  /** Caret position that the server does not have yet. */
  #caret: string | null | undefined
  #stroll: ReturnType<typeof setTimeout> | undefined
  /** Maximum messages in the next call; 1 after a rejection, to find the rejected message. */
  #count = most.said
  #after = 0
  #isBusy = false
  #isAsked = false
  #isOver = false
  #lostSince: number | null = null

  /** `every`: polling interval in ms when no event arrives. */
  constructor(key: string, every: number, hearing: Hearing) {
    this.#key = key
    this.#hearing = hearing
    this.#beat = setInterval(() => this.hear(), every)
    this.hear()
  }

  say(...said: OutgoingMessage[]): void {
    this.#queue.push(...said.map((one) => ({ ...one, id: newKey() })))
    this.hear()
  }

  /** Sets the caret in the notes (null: none). It is sent with the next message, or alone after a short delay. */
  write(caret: string | null): void {
    this.#caret = caret
    if (!this.#isOver) this.#stroll ??= setTimeout(() => this.hear(), strolling)
  }

  hear(): void {
    this.#isAsked = true
    if (!this.#isBusy) void this.#work()
  }

  /** Leaves the room, sending the rest of the queue first. */
  leave(): void {
    if (this.#isOver) return
    this.#stop()
    void this.#sendRest(this.#queue)
  }

  /** Sends one call at a time, as usual, so that the pieces of an update stay in order. */
  async #sendRest(queue: readonly OutgoingMessage[]) {
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
          // A rejected message must neither block the rest of the queue nor end the connection.
          if (said.length === 1) {
            this.#queue = this.#queue.slice(1)
            this.#hearing.refused(refusalMessage(error))
          }
          this.#count = 1
          this.#isAsked = true
          continue
        }
        if (error instanceof CallRefused && [400, 404, 409].includes(error.status)) {
          this.#stop()
          this.#hearing.ended(refusalMessage(error))
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
