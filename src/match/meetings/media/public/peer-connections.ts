import type { MeetingMessage, OutgoingMessage, Peer } from '../../contract.ts'
import type { LocalTracks, MediaConnections, PeerMedia } from './media-connections.ts'

type Signal = Extract<OutgoingMessage, { kind: 'signal' }>

interface Line {
  connection: RTCPeerConnection
  stream: MediaStream
  isOffering: boolean
  ignores: boolean
  /** Promise chain that processes signals one at a time. */
  work: Promise<void>
}

interface Options {
  own: string
  ice: RTCIceServer[]
  say: (signal: Signal) => void
  changed: (states: ReadonlyMap<string, PeerMedia>) => void
}

/** Delay in ms after `disconnected` before ICE is restarted. */
const patience = 1500

/**
 * One WebRTC connection per other peer, with perfect negotiation (W3C WebRTC 1.0, 10.7): when two offers collide, the
 * peer with the greater id is the polite one.
 */
export class PeerConnections implements MediaConnections {
  readonly #options: Options
  readonly #lines = new Map<string, Line>()
  #tracks: Pick<LocalTracks, 'audio' | 'video'> = { audio: null, video: null }

  constructor(options: Options) {
    this.#options = options
  }

  send(tracks: LocalTracks): void {
    this.#tracks = tracks
    for (const { connection } of this.#lines.values()) this.#put(connection)
  }

  /** Opens connections to new peers and closes those to peers that left. */
  meet(peers: readonly Peer[]): void {
    const others = new Set(peers.map(({ _id }) => _id).filter((id) => id !== this.#options.own))
    for (const id of [...this.#lines.keys()]) if (!others.has(id)) this.#close(id)
    for (const id of others) if (!this.#lines.has(id)) this.#open(id)
    this.#tell()
  }

  take({ from, said }: MeetingMessage): void {
    if (said.kind !== 'signal') return
    const line = this.#lines.get(from._id) ?? this.#open(from._id)
    line.work = line.work
      .then(() => this.#take(from._id, line, said))
      // The other peer restarted while this side still had the old connection: restart here too.
      .catch(() => this.#again(from._id, said))
  }

  renew(): void {
    for (const id of [...this.#lines.keys()]) {
      this.#close(id)
      this.#open(id)
    }
    this.#tell()
  }

  close(): void {
    for (const id of [...this.#lines.keys()]) this.#close(id)
  }

  #tell() {
    this.#options.changed(
      new Map(
        [...this.#lines].map(([id, { stream, connection }]) => [id, { stream, state: connection.connectionState }]),
      ),
    )
  }

  #put(connection: RTCPeerConnection) {
    for (const kind of ['audio', 'video'] as const) {
      const track = this.#tracks[kind]
      const sender = connection.getSenders().find((one) => one.track?.kind === kind || kinds.get(one) === kind)
      if (sender) void sender.replaceTrack(track)
      else if (track) kinds.set(connection.addTrack(track), kind)
    }
  }

  #open(id: string): Line {
    const connection = new RTCPeerConnection({ iceServers: this.#options.ice })
    const line: Line = {
      connection,
      stream: new MediaStream(),
      isOffering: false,
      ignores: false,
      work: Promise.resolve(),
    }
    this.#lines.set(id, line)
    const say = (signal: Omit<Signal, 'kind' | 'to'>) => this.#options.say({ kind: 'signal', to: id, ...signal })
    connection.onnegotiationneeded = async () => {
      try {
        line.isOffering = true
        await connection.setLocalDescription()
        const { localDescription } = connection
        if (localDescription) say({ description: { type: localDescription.type, sdp: localDescription.sdp } })
      } catch {
        // The connection was closed meanwhile.
      } finally {
        line.isOffering = false
      }
    }
    connection.onicecandidate = ({ candidate }) => {
      if (!candidate?.candidate) return
      const { sdpMid, sdpMLineIndex, usernameFragment } = candidate
      say({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } })
    }
    connection.ontrack = ({ track }) => {
      line.stream.addTrack(track)
      this.#tell()
    }
    connection.onconnectionstatechange = () => {
      this.#tell()
      if (connection.connectionState === 'failed') connection.restartIce()
      if (connection.connectionState === 'disconnected')
        setTimeout(() => connection.connectionState === 'disconnected' && connection.restartIce(), patience)
    }
    this.#put(connection)
    return line
  }

  #close(id: string) {
    const line = this.#lines.get(id)
    if (!line) return
    line.connection.onconnectionstatechange = null
    line.connection.close()
    this.#lines.delete(id)
  }

  #again(id: string, said: Signal) {
    if (said.description?.type !== 'offer' || !this.#lines.has(id)) return
    this.#close(id)
    const line = this.#open(id)
    line.work = line.work.then(() => this.#take(id, line, said)).catch(() => undefined)
  }

  async #take(id: string, line: Line, { description, candidate }: Signal) {
    const { connection } = line
    if (connection.signalingState === 'closed') return
    if (description) {
      const isGlare = description.type === 'offer' && (line.isOffering || connection.signalingState !== 'stable')
      const givesWay = this.#options.own > id
      line.ignores = isGlare && !givesWay
      if (line.ignores) return
      await connection.setRemoteDescription(description)
      if (description.type !== 'offer') return
      await connection.setLocalDescription()
      const { localDescription } = connection
      if (localDescription)
        this.#options.say({
          kind: 'signal',
          to: id,
          description: { type: localDescription.type, sdp: localDescription.sdp },
        })
      return
    }
    if (!candidate) return
    try {
      await connection.addIceCandidate({ ...candidate, usernameFragment: candidate.usernameFragment ?? null })
    } catch (error) {
      // Candidates of an ignored offer are not needed.
      if (!line.ignores) console.warn(error)
    }
  }
}

/** Kind of each sender, also while it has no track. */
const kinds = new WeakMap<RTCRtpSender, 'audio' | 'video'>()
