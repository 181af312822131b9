import type { MeetingMessage, Peer } from '../contract.ts'

/** Picture and sound of another one in the room. */
export interface PeerState {
  stream: MediaStream
  state: RTCPeerConnectionState
}

/** What one shows and says; null: nothing. A track that is off stays in its place and is silent or black. */
export interface Tracks {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  hasAudio: boolean
  hasVideo: boolean
  /** The picture is the screen, in place of the camera. */
  isScreen: boolean
}

/** How sound and pictures get to the others in a room, whatever is between. */
export interface Lines {
  /** What one shows and says from now on. */
  send(tracks: Tracks): void
  /** Who is in the room by this server's word: nobody else hears or sees anything. */
  meet(peers: readonly Peer[]): void
  /** What another one says of the line to it. */
  take(message: MeetingMessage): void
  /** After a long silence: every line is made anew. */
  renew(): void
  close(): void
}
