import type { MeetingMessage, Peer } from '../../contract.ts'

/** Media of another peer. */
export interface PeerMedia {
  stream: MediaStream
  state: RTCPeerConnectionState
}

/** Local tracks; null sends nothing. A track that is switched off stays in place, silent or black. */
export interface LocalTracks {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  hasAudio: boolean
  hasVideo: boolean
  /** True if `video` is the shared screen instead of the camera. */
  isScreen: boolean
}

/** Media connections to the other peers, independent of the transport. */
export interface MediaConnections {
  /** Replaces the local tracks. */
  setTracks(tracks: LocalTracks): void
  /** Sets the peers in the room as the server lists them; no other peer gets or sends media. */
  setPeers(peers: readonly Peer[]): void
  /** Handles a signal from another peer. */
  handleSignal(message: MeetingMessage): void
  /** Reconnects everything after a long interruption. */
  reconnect(): void
  close(): void
}
