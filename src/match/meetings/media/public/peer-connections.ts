import type { MeetingMessage, OutgoingMessage, Peer } from '../../contract.ts'
import type { LocalTracks, MediaConnections, PeerMedia } from './media-connections.ts'

type Signal = Extract<OutgoingMessage, { kind: 'signal' }>

interface PeerConnection {
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
const restartDelay = 1500

/**
 * One WebRTC connection per other peer, with perfect negotiation (W3C WebRTC 1.0, 10.7): when two offers collide, the
 * peer with the greater id is the polite one.
 */
export class PeerConnections implements MediaConnections {
  readonly #options: Options
  readonly #connections = new Map<string, PeerConnection>()
  #tracks: Pick<LocalTracks, 'audio' | 'video'> = { audio: null, video: null }

  constructor(options: Options) {
    this.#options = options
  }

  setTracks(tracks: LocalTracks): void {
    this.#tracks = tracks
    for (const { connection } of this.#connections.values()) this.#setTracks(connection)
  }

  /** Opens connections to new peers and closes those to peers that left. */
  setPeers(peers: readonly Peer[]): void {
    const others = new Set(peers.map(({ _id }) => _id).filter((id) => id !== this.#options.own))
    for (const id of [...this.#connections.keys()]) if (!others.has(id)) this.#close(id)
    for (const id of others) if (!this.#connections.has(id)) this.#open(id)
    this.#notify()
  }

  handleSignal({ from, said }: MeetingMessage): void {
    if (said.kind !== 'signal') return
    const peer = this.#connections.get(from._id) ?? this.#open(from._id)
    peer.work = peer.work
      .then(() => this.#applySignal(from._id, peer, said))
      // The other peer restarted while this side still had the old connection: restart here too.
      .catch(() => this.#restart(from._id, said))
  }

  reconnect(): void {
    for (const id of [...this.#connections.keys()]) {
      this.#close(id)
      this.#open(id)
    }
    this.#notify()
  }

  close(): void {
    for (const id of [...this.#connections.keys()]) this.#close(id)
  }

  #notify() {
    this.#options.changed(
      new Map(
        [...this.#connections].map(([id, { stream, connection }]) => [
          id,
          { stream, state: connection.connectionState },
        ]),
      ),
    )
  }

  #setTracks(connection: RTCPeerConnection) {
    for (const kind of ['audio', 'video'] as const) {
      const track = this.#tracks[kind]
      const sender = connection.getSenders().find((one) => one.track?.kind === kind || senderKinds.get(one) === kind)
      if (sender) void sender.replaceTrack(track)
      else if (track) senderKinds.set(connection.addTrack(track), kind)
    }
  }

  #open(id: string): PeerConnection {
    const connection = new RTCPeerConnection({ iceServers: this.#options.ice })
    const peer: PeerConnection = {
      connection,
      stream: new MediaStream(),
      isOffering: false,
      ignores: false,
      work: Promise.resolve(),
    }
    this.#connections.set(id, peer)
    const sendSignal = (signal: Omit<Signal, 'kind' | 'to'>) => this.#options.say({ kind: 'signal', to: id, ...signal })
    connection.onnegotiationneeded = async () => {
      try {
        peer.isOffering = true
        await connection.setLocalDescription()
        const { localDescription } = connection
        if (localDescription) sendSignal({ description: { type: localDescription.type, sdp: localDescription.sdp } })
      } catch {
        // The connection was closed meanwhile.
      } finally {
        peer.isOffering = false
      }
    }
    connection.onicecandidate = ({ candidate }) => {
      if (!candidate?.candidate) return
      const { sdpMid, sdpMLineIndex, usernameFragment } = candidate
      sendSignal({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } })
    }
    connection.ontrack = ({ track }) => {
      peer.stream.addTrack(track)
      this.#notify()
    }
    connection.onconnectionstatechange = () => {
      this.#notify()
      if (connection.connectionState === 'failed') connection.restartIce()
      if (connection.connectionState === 'disconnected')
        setTimeout(() => connection.connectionState === 'disconnected' && connection.restartIce(), restartDelay)
    }
    this.#setTracks(connection)
    return peer
  }

  #close(id: string) {
    const peer = this.#connections.get(id)
    if (!peer) return
    peer.connection.onconnectionstatechange = null
    peer.connection.close()
    this.#connections.delete(id)
  }

  #restart(id: string, signal: Signal) {
    if (signal.description?.type !== 'offer' || !this.#connections.has(id)) return
    this.#close(id)
    const peer = this.#open(id)
    peer.work = peer.work.then(() => this.#applySignal(id, peer, signal)).catch(() => undefined)
  }

  async #applySignal(id: string, peer: PeerConnection, { description, candidate }: Signal) {
    const { connection } = peer
    if (connection.signalingState === 'closed') return
    if (description) {
      const isCollision = description.type === 'offer' && (peer.isOffering || connection.signalingState !== 'stable')
      const isPolite = this.#options.own > id
      peer.ignores = isCollision && !isPolite
      if (peer.ignores) return
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
      if (!peer.ignores) console.warn(error)
    }
  }
}

/** Kind of each sender, also while it has no track. */
const senderKinds = new WeakMap<RTCRtpSender, 'audio' | 'video'>()
