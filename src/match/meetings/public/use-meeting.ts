import { useCallback, useEffect, useRef, useState } from 'react'
import { useLiveEvents } from '#session/live-events.ts'
import type { EnteredRoom, MeetingMessage, OutgoingMessage, Peer, WaitingGuest } from '../contract.ts'
import { LiveKitConnections } from '../media/public/livekit-connections.ts'
import type { LocalTracks, MediaConnections, PeerMedia } from '../media/public/media-connections.ts'
import { PeerConnections } from '../media/public/peer-connections.ts'
import { RemoteCarets } from '../notes/public/remote-carets.ts'
import { SharedNotes } from '../notes/public/shared-notes.ts'
import { fetchMediaToken, RoomConnection } from './room-connection.ts'

/** Polling intervals in ms. Live events notify members sooner; guests receive none. */
const pollIntervals = { member: 4000, guest: 1000 }
/**
 * Milliseconds without contact after which the others have dropped this peer and all media connections must be rebuilt.
 */
const rebuildAfter = 15_000

export interface ShownProduct {
  product: string
  by: Peer
}

/** State of one peer in a room: peers, messages, shown product, notes, media, and connection health. */
export const useMeeting = (entered: EnteredRoom, tracks: LocalTracks) => {
  const [peers, setPeers] = useState<readonly Peer[]>([])
  const [knocks, setKnocks] = useState<readonly WaitingGuest[]>([])
  const [pictures, setPictures] = useState<ReadonlyMap<string, PeerMedia>>(new Map())
  const [chat, setChat] = useState<readonly MeetingMessage[]>([])
  const [shown, setShown] = useState<ShownProduct | null>(null)
  const [lost, setLost] = useState<number | null>(null)
  const [mediaLost, setMediaLost] = useState<number | null>(null)
  const [refused, setRefused] = useState<string>()
  const [ended, setEnded] = useState<string>()
  const [notes, setNotes] = useState<{ notes: SharedNotes; carets: RemoteCarets }>()
  const connections = useRef<{ connection: RoomConnection; media: MediaConnections }>(undefined)

  useEffect(() => {
    const { peer, key, ice, liveKit } = entered
    let since: number | null = null
    const own = { own: peer._id, changed: setPictures }
    const media: MediaConnections = liveKit
      ? new LiveKitConnections({
          ...own,
          liveKit,
          again: () => fetchMediaToken(key),
          load: () => import('livekit-client'),
          lost: setMediaLost,
        })
      : new PeerConnections({ ...own, ice, say: (signal) => connection.send(signal) })
    const shared = new SharedNotes((message) => connection.send(message))
    const carets = new RemoteCarets((caret) => connection.setCaret(caret))
    setNotes({ notes: shared, carets })
    const connection: RoomConnection = new RoomConnection(
      key,
      peer.role === 'guest' ? pollIntervals.guest : pollIntervals.member,
      {
        onPeers: (found) => {
          setPeers(found)
          media.setPeers(found)
          carets.update(found, peer._id)
        },
        onKnocks: (waiting) => setKnocks((before) => (waiting.length + before.length > 0 ? waiting : before)),
        onMessages: (messages) => {
          for (const message of messages) {
            media.handleSignal(message)
            shared.receive(message)
            const { said, from } = message
            if (said.kind === 'show') setShown(said.product ? { product: said.product, by: from } : null)
          }
          const chatMessages = messages.filter(
            (message) => message.said.kind === 'chat' || message.said.kind === 'file',
          )
          if (chatMessages.length > 0) setChat((before) => [...before, ...chatMessages])
        },
        onLost: (at) => {
          if (at === null && since !== null && Date.now() - since > rebuildAfter) media.reconnect()
          since = at
          setLost(at)
        },
        refused: setRefused,
        onEnded: setEnded,
      },
    )
    connections.current = { connection, media }
    const leave = () => {
      shared.flush()
      connection.leave()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      media.close()
      connections.current = undefined
    }
  }, [entered])

  const { audio, video, hasAudio, hasVideo, isScreen } = tracks
  useEffect(
    () => connections.current?.media.setTracks({ audio, video, hasAudio, hasVideo, isScreen }),
    [audio, video, hasAudio, hasVideo, isScreen],
  )
  useLiveEvents(
    'meetings',
    useCallback(() => connections.current?.connection.poll(), []),
  )

  return {
    peers,
    /** Guests waiting to be admitted. */
    knocks,
    pictures,
    chat,
    shown,
    /** Start of an outage of the server or the media server, in epoch ms; null while both are reachable. */
    lost: lost ?? mediaLost,
    /** Reason why a message was rejected, as text. */
    refused,
    ended,
    /** Props of the notes editor. */
    notes,
    /** Polls immediately. */
    hear: useCallback(() => connections.current?.connection.poll(), []),
    say: useCallback((message: OutgoingMessage) => connections.current?.connection.send(message), []),
    /** Shows a product to the others; null stops showing it. */
    show: useCallback((product: string | null, by: Peer) => {
      connections.current?.connection.send({ kind: 'show', product })
      setShown(product ? { product, by } : null)
    }, []),
  }
}
