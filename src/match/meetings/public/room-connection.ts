import { CallRefused, createClient, newKey } from '#kit/client.ts'
import { refusalMessage } from '#session/error-message.ts'
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
export const answerAdmission = async (
  key: string,
  answer: { guest: string; admit: boolean; seen: 'waiting' | 'refused' },
): Promise<void> => {
  await client.answerKnock({ body: { key, ...answer } })
}

interface RoomEvents {
  onMessages: (messages: readonly MeetingMessage[]) => void
  onPeers: (peers: readonly PresentPeer[]) => void
  /** Guests waiting to be admitted. */
  onKnocks: (knocks: readonly WaitingGuest[]) => void
  /** Called with the start of an outage in epoch ms, or null when the server is reachable again. */
  onLost: (since: number | null) => void
  /** A message was rejected, with the reason as text; the connection continues. */
  refused: (reason: string) => void
  /** The room is over, with the reason as text. */
  onEnded: (reason: string) => void
}

/** Milliseconds between attempts while the connection is lost. */
const retryDelay = 500

/** Milliseconds a caret change waits to be sent along with a message. */
const caretDelay = 400

/** Limits of one call: messages, and their JSON bytes. The server accepts a body of 256 KB. */
const callLimits = { messages: 50, bytes: 200_000 }

const countBytes = (one: OutgoingMessage): number => new TextEncoder().encode(JSON.stringify(one)).length

/** Returns as many queued messages as fit in one call, at least one. */
const takeBatch = (queue: readonly OutgoingMessage[], count: number): OutgoingMessage[] => {
  let bytes = 0
  const end = queue.slice(0, count).findIndex((one, index) => {
    bytes += countBytes(one)
    return index > 0 && bytes > callLimits.bytes
  })
  return queue.slice(0, end < 0 ? count : end)
}

/**
 * Connection of a browser to the room: queues messages until they have arrived, keeps their order, and gives each an
 * id, so that a retry does not send it twice.
 */
export class RoomConnection {
  readonly #key: string
  readonly #events: RoomEvents
  readonly #pollTimer: ReturnType<typeof setInterval>
  #queue: OutgoingMessage[] = []
  /** Caret position that the server does not have yet. */
  #caret: string | null | undefined
  #caretTimer: ReturnType<typeof setTimeout> | undefined
  /** Maximum messages in the next call; 1 after a rejection, to find the rejected message. */
  #count = callLimits.messages
  #after = 0
  #isBusy = false
  #isPollDue = false
  #isOver = false
  #lostSince: number | null = null

  /** `every`: polling interval in ms when no event arrives. */
  constructor(key: string, every: number, events: RoomEvents) {
    this.#key = key
    this.#events = events
    this.#pollTimer = setInterval(() => this.poll(), every)
    this.poll()
  }

  send(...said: OutgoingMessage[]): void {
    this.#queue.push(...said.map((one) => ({ ...one, id: newKey() })))
    this.poll()
  }

  /** Sets the caret in the notes (null: none). It is sent with the next message, or alone after a short delay. */
  setCaret(caret: string | null): void {
    this.#caret = caret
    if (!this.#isOver) this.#caretTimer ??= setTimeout(() => this.poll(), caretDelay)
  }

  poll(): void {
    this.#isPollDue = true
    if (!this.#isBusy) void this.#work()
  }

  /** Leaves the room, sending the rest of the queue first. */
  leave(): void {
    if (this.#isOver) return
    this.#stop()
    void this.#flush(this.#queue)
  }

  /** Sends one call at a time, as usual, so that the pieces of an update stay in order. */
  async #flush(queue: readonly OutgoingMessage[]) {
    let rest = queue
    do {
      const send = takeBatch(rest, callLimits.messages)
      rest = rest.slice(send.length)
      const body = { key: this.#key, after: this.#after, send, leaving: rest.length === 0 }
      await client.exchange({ body }).catch(() => undefined)
    } while (rest.length > 0)
  }

  #stop() {
    this.#isOver = true
    clearInterval(this.#pollTimer)
    clearTimeout(this.#caretTimer)
  }

  async #work() {
    this.#isBusy = true
    while (this.#isPollDue && !this.#isOver) {
      this.#isPollDue = false
      const said = takeBatch(this.#queue, this.#count)
      const caret = this.#caret
      clearTimeout(this.#caretTimer)
      this.#caretTimer = undefined
      try {
        const { peers, messages, knocks } = await client.exchange({
          body: { key: this.#key, after: this.#after, send: said, ...(caret !== undefined && { caret }) },
        })
        if (this.#isOver) break
        this.#queue = this.#queue.slice(said.length)
        this.#count = callLimits.messages
        if (this.#caret === caret) this.#caret = undefined
        this.#after = messages.at(-1)?.number ?? this.#after
        if (this.#queue.length > 0 || messages.length >= 500) this.#isPollDue = true
        this.#setLost(false)
        this.#events.onPeers(peers)
        this.#events.onKnocks(knocks)
        this.#events.onMessages(messages)
      } catch (error) {
        if (this.#isOver) break
        if (error instanceof CallRefused && [400, 413].includes(error.status) && said.length > 0) {
          // A rejected message must neither block the rest of the queue nor end the connection.
          if (said.length === 1) {
            this.#queue = this.#queue.slice(1)
            this.#events.refused(refusalMessage(error))
          }
          this.#count = 1
          this.#isPollDue = true
          continue
        }
        if (error instanceof CallRefused && [400, 404, 409].includes(error.status)) {
          this.#stop()
          this.#events.onEnded(refusalMessage(error))
          break
        }
        this.#setLost(true)
        await new Promise((resolve) => setTimeout(resolve, retryDelay))
        this.#isPollDue = true
      }
    }
    this.#isBusy = false
  }

  #setLost(isLost: boolean) {
    if (isLost === (this.#lostSince !== null)) return
    this.#lostSince = isLost ? Date.now() : null
    this.#events.onLost(this.#lostSince)
  }
}
