import type { LocalTrackPublication, RemoteParticipant, Room } from 'livekit-client'
import type { LiveKit, MeetingMessage, Peer } from '../../contract.ts'
import type { LocalTracks, MediaConnections, PeerMedia } from './media-connections.ts'

/** Used part of `livekit-client`. The library is loaded only for a room on LiveKit. */
export type LiveKitLibrary = Pick<typeof import('livekit-client'), 'Room' | 'RoomEvent' | 'Track' | 'setLogLevel'>

interface Options {
  own: string
  /** Server URL and first token; later tokens come from `again`. */
  liveKit: LiveKit
  again: () => Promise<LiveKit | null>
  load: () => Promise<LiveKitLibrary>
  changed: (states: ReadonlyMap<string, PeerMedia>) => void
  /** Called with the start of an outage in epoch ms, or null when LiveKit is reachable again. */
  lost: (since: number | null) => void
}

type Kind = 'audio' | 'video'

interface Published {
  track: MediaStreamTrack
  publication: LocalTrackPublication
}

/**
 * Delays in ms before each reconnection attempt; the last one repeats. They start after LiveKit's own attempts have
 * failed.
 */
const retryDelays = [1500, 3000, 6000, 12_000]

/** Media over a LiveKit server (SFU): each browser uploads once, and the server forwards to the others. */
export class LiveKitConnections implements MediaConnections {
  readonly #options: Options
  readonly #streams = new Map<string, MediaStream>()
  readonly #published = new Map<Kind, Published>()
  #library: LiveKitLibrary | undefined
  #room: Room | undefined
  #others: readonly string[] = []
  #tracks: LocalTracks = { audio: null, video: null, hasAudio: true, hasVideo: true, isScreen: false }
  #token: LiveKit | null
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isConnecting = false
  #isClosed = false
  #lostSince: number | null = null
  /** Serializes publish calls. */
  #work: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#token = options.liveKit
    void this.#connect()
  }

  setTracks(tracks: LocalTracks): void {
    this.#tracks = tracks
    this.#publish()
  }

  setPeers(peers: readonly Peer[]): void {
    this.#others = peers.map(({ _id }) => _id).filter((id) => id !== this.#options.own)
    this.#permit()
    this.#notify()
  }

  handleSignal(_message: MeetingMessage): void {
    // LiveKit has its own signaling.
  }

  reconnect(): void {
    if (this.#room?.state === 'disconnected') void this.#connect()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    // `false` leaves the tracks running: the devices belong to the page and are shown again after leaving.
    void this.#room?.disconnect(false)
  }

  async #connect() {
    clearTimeout(this.#timer)
    if (this.#isClosed || this.#isConnecting) return
    this.#isConnecting = true
    let room: Room | undefined
    try {
      // Every attempt needs a new token, because the last one may have expired.
      const token = this.#token ?? (await this.#options.again())
      this.#token = null
      if (!token) throw new Error('The server has no LiveKit any more')
      this.#library ??= await this.#options.load()
      this.#library.setLogLevel('warn')
      if (this.#isClosed) return
      room = this.#listen(this.#library)
      this.#room = room
      await room.connect(token.url, token.token)
    } catch (error) {
      if (this.#isClosed) return
      console.warn(error)
      this.#retryLater()
    } finally {
      this.#isConnecting = false
      if (this.#isClosed) void room?.disconnect(false)
      else this.#notify()
    }
  }

  #retryLater() {
    this.#setLost(true)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect(), retryDelays[Math.min(this.#attempts, retryDelays.length - 1)])
    this.#attempts += 1
  }

  #listen({ Room: LiveKitRoom, RoomEvent }: LiveKitLibrary): Room {
    const room = new LiveKitRoom({
      // By default both stop the camera and microphone, which belong to the page.
      stopLocalTrackOnUnpublish: false,
      disconnectOnPageLeave: false,
      dynacast: true,
    })
    this.#published.clear()
    const notify = () => {
      if (room === this.#room) this.#notify()
    }
    for (const event of [
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackUnsubscribed,
      RoomEvent.TrackMuted,
      RoomEvent.TrackUnmuted,
      RoomEvent.ConnectionQualityChanged,
    ] as const)
      room.on(event, notify)
    room.on(RoomEvent.ConnectionStateChanged, (state) => {
      if (room !== this.#room || this.#isClosed) return
      if (state === 'reconnecting' || state === 'signalReconnecting') this.#setLost(true)
      if (state === 'connected') this.#onConnected()
      // During the first connection, the rejected `connect` call reports the failure.
      if (state === 'disconnected' && !this.#isConnecting) this.#retryLater()
      this.#notify()
    })
    return room
  }

  #onConnected() {
    this.#attempts = 0
    this.#setLost(false)
    this.#permit()
    this.#publish()
  }

  #setLost(isLost: boolean) {
    if (isLost === (this.#lostSince !== null)) return
    this.#lostSince = isLost ? Date.now() : null
    this.#options.lost(this.#lostSince)
  }

  /**
   * Restricts subscriptions to the peers that the server lists, because a LiveKit token outlives a withdrawn
   * invitation.
   */
  #permit() {
    if (this.#room?.state !== 'connected') return
    this.#room.localParticipant.setTrackSubscriptionPermissions(
      false,
      this.#others.map((participantIdentity) => ({ participantIdentity, allowAll: true })),
    )
  }

  #publish() {
    const room = this.#room
    if (!room || !this.#library) return
    this.#work = this.#work.then(async () => {
      for (const kind of ['audio', 'video'] as const)
        if (room === this.#room && room.state === 'connected')
          await this.#publishTrack(room, kind).catch((error: unknown) => console.warn(error))
    })
  }

  async #publishTrack({ localParticipant }: Room, kind: Kind) {
    const { hasAudio, hasVideo, isScreen, ...tracks } = this.#tracks
    const track = tracks[kind]
    // The screen is published even while the camera is off.
    const isOn = kind === 'audio' ? hasAudio : hasVideo || isScreen
    const before = this.#published.get(kind)
    if (before && before.track !== track) {
      this.#published.delete(kind)
      await localParticipant.unpublishTrack(before.track, false)
    }
    const present = this.#published.get(kind)
    if (present) await (isOn ? present.publication.unmute() : present.publication.mute())
    // Publish only when on: LiveKit enables a disabled track on publishing, which would turn on the camera or
    // microphone against the user's choice.
    else if (track && isOn && this.#library) {
      const { Source } = this.#library.Track
      const source = kind === 'audio' ? Source.Microphone : isScreen ? Source.ScreenShare : Source.Camera
      this.#published.set(kind, { track, publication: await localParticipant.publishTrack(track, { source }) })
    }
  }

  #notify() {
    if (this.#isClosed) return
    this.#options.changed(
      new Map(
        this.#others.map((id) => {
          const participant = this.#room?.remoteParticipants.get(id)
          return [id, { stream: this.#streamOf(id, participant), state: this.#stateOf(participant) }]
        }),
      ),
    )
  }

  #stateOf(participant: RemoteParticipant | undefined): RTCPeerConnectionState {
    if (this.#lostSince !== null) return 'disconnected'
    if (this.#room?.state !== 'connected' || !participant) return 'connecting'
    return participant.connectionQuality === 'lost' ? 'disconnected' : 'connected'
  }

  /** Returns the stream of a peer without muted video, which would otherwise freeze on its last frame. */
  #streamOf(id: string, participant: RemoteParticipant | undefined): MediaStream {
    const stream = this.#streams.get(id) ?? new MediaStream()
    this.#streams.set(id, stream)
    const tracks = new Set(
      [...(participant?.trackPublications.values() ?? [])].flatMap(({ track, kind, isMuted }) =>
        track && !(kind === 'video' && isMuted) ? [track.mediaStreamTrack] : [],
      ),
    )
    for (const track of stream.getTracks()) if (!tracks.has(track)) stream.removeTrack(track)
    for (const track of tracks) stream.addTrack(track)
    return stream
  }
}
