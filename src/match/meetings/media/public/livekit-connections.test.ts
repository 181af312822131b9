import { RoomEvent, Track } from 'livekit-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveKit } from '../../contract.ts'
import { LiveKitConnections, type LiveKitLibrary } from './livekit-connections.ts'
import type { LocalTracks, PeerMedia } from './media-connections.ts'

// Runs without a LiveKit server: `livekit-client` is real except `Room`, which is simulated here.

class Stream {
  tracks = new Set<MediaStreamTrack>()
  getTracks = () => [...this.tracks]
  addTrack = (track: MediaStreamTrack) => void this.tracks.add(track)
  removeTrack = (track: MediaStreamTrack) => void this.tracks.delete(track)
}

const rooms: Room[] = []
/** Outcomes of the next `connect` calls, in order. */
let answers: ('connects' | 'refuses' | 'hangs')[] = []

class Room {
  state = 'disconnected'
  remoteParticipants = new Map<string, object>()
  calls: unknown[][] = []
  options: Record<string, unknown>
  #listeners: [string, (given?: unknown) => void][] = []
  constructor(options: Record<string, unknown>) {
    this.options = options
    rooms.push(this)
  }
  on(event: string, listener: (given?: unknown) => void) {
    this.#listeners.push([event, listener])
    return this
  }
  emit(event: string, value?: unknown) {
    for (const [name, listener] of this.#listeners) if (name === event) listener(value)
  }
  become(state: string) {
    this.state = state
    this.emit(RoomEvent.ConnectionStateChanged, state)
  }
  async connect(url: string, token: string) {
    this.calls.push(['connect', url, token])
    this.become('connecting')
    const answer = answers.shift() ?? 'connects'
    if (answer === 'hangs') await new Promise(() => undefined)
    if (answer === 'refuses') {
      this.become('disconnected')
      throw new Error('refused')
    }
    this.become('connected')
  }
  async disconnect(stops: boolean) {
    this.calls.push(['disconnect', stops])
    this.become('disconnected')
  }
  localParticipant = {
    setTrackSubscriptionPermissions: (all: boolean, some: { participantIdentity: string }[]) =>
      void this.calls.push(['permit', all, some.map(({ participantIdentity }) => participantIdentity)]),
    publishTrack: async (track: MediaStreamTrack, { source }: { source: string }) => {
      this.calls.push(['publish', track.id, source])
      // Like LiveKit's own implementation.
      track.enabled = true
      return {
        mute: async () => void this.calls.push(['mute', track.id]),
        unmute: async () => void this.calls.push(['unmute', track.id]),
      }
    },
    unpublishTrack: async (track: MediaStreamTrack, stops: boolean) =>
      void this.calls.push(['unpublish', track.id, stops]),
  }
}

const track = (id: string, enabled = true) => ({ id, enabled }) as MediaStreamTrack
const [voice, camera, screen] = [track('voice'), track('camera'), track('screen')]
const none: LocalTracks = { audio: null, video: null, hasAudio: true, hasVideo: true, isScreen: false }
const peer = (_id: string) => ({ _id, role: 'buyer' as const, name: _id })

const settle = () => vi.advanceTimersByTimeAsync(0)

const buildScene = (own = 'me') => {
  const observed: { states: ReadonlyMap<string, PeerMedia>; lost: (number | null)[]; refreshes: number } = {
    states: new Map(),
    lost: [],
    refreshes: 0,
  }
  const lines = new LiveKitConnections({
    own,
    liveKit: { url: 'wss://livekit.example', token: 'first' },
    again: async (): Promise<LiveKit> => {
      observed.refreshes += 1
      return { url: 'wss://livekit.example', token: `later ${observed.refreshes}` }
    },
    load: async () => ({ Room, RoomEvent, Track, setLogLevel: () => undefined }) as unknown as LiveKitLibrary,
    changed: (states) => {
      observed.states = states
    },
    lost: (since) => observed.lost.push(since),
  })
  return { lines, observed: observed, stateOf: (id: string) => observed.states.get(id)?.state }
}

const room = (index = 0): Room => {
  const found = rooms[index]
  if (!found) throw new Error(`There is no room ${index}`)
  return found
}
const done = (name: string, index = 0) => room(index).calls.filter(([call]) => call === name)

/** Adds a remote participant with an audio and a video track. */
const joins = (id: string) => {
  const pictured = { kind: 'video', isMuted: false, track: { mediaStreamTrack: track(`${id} picture`) } }
  const voice = { kind: 'audio', isMuted: false, track: { mediaStreamTrack: track(`${id} voice`) } }
  const participant = {
    connectionQuality: 'good',
    trackPublications: new Map([
      ['1', voice],
      ['2', pictured],
    ]),
  }
  room().remoteParticipants.set(id, participant)
  room().emit(RoomEvent.ParticipantConnected)
  return { participant, voice, pictured }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaStream', Stream)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  rooms.length = 0
  answers = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('media connections over LiveKit', () => {
  it('connect with the given token and never stop the devices of the page', async () => {
    const { lines, observed } = buildScene()
    lines.setTracks({ ...none, audio: voice, video: camera })
    await settle()
    expect(done('connect')).toEqual([['connect', 'wss://livekit.example', 'first']])
    expect(room().options).toMatchObject({ stopLocalTrackOnUnpublish: false, disconnectOnPageLeave: false })
    expect(done('publish')).toEqual([
      ['publish', 'voice', 'microphone'],
      ['publish', 'camera', 'camera'],
    ])
    lines.close()
    await settle()
    expect(done('disconnect')).toEqual([['disconnect', false]])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([rooms.length, observed.refreshes, observed.lost]).toEqual([1, 0, []])
  })

  it('permit only the peers that the own server lists, before the first track is published', async () => {
    const { lines } = buildScene()
    lines.setTracks({ ...none, audio: voice })
    lines.setPeers([peer('me'), peer('buyer')])
    await settle()
    expect(room().calls.map(([call]) => call)).toEqual(['connect', 'permit', 'publish'])
    lines.setPeers([peer('me'), peer('buyer'), peer('guest')])
    lines.setPeers([peer('me'), peer('buyer')])
    expect(done('permit')).toEqual([
      ['permit', false, ['buyer']],
      ['permit', false, ['buyer', 'guest']],
      ['permit', false, ['buyer']],
    ])
  })

  it('show only the peers that the own server lists, as each connects', async () => {
    const { lines, observed, stateOf } = buildScene()
    lines.setPeers([peer('me'), peer('buyer')])
    expect([...observed.states.keys()]).toEqual(['buyer'])
    expect(stateOf('buyer')).toBe('connecting')
    await settle()
    expect(stateOf('buyer')).toBe('connecting')
    const { participant, voice, pictured } = joins('buyer')
    joins('guest of another day')
    expect([...observed.states.keys()]).toEqual(['buyer'])
    expect(stateOf('buyer')).toBe('connected')
    const stream = observed.states.get('buyer')?.stream
    const shown = () => stream?.getTracks().map(({ id }) => id)
    expect(shown()).toEqual(['buyer voice', 'buyer picture'])

    pictured.isMuted = true
    room().emit(RoomEvent.TrackMuted)
    expect(shown()).toEqual(['buyer voice'])
    pictured.isMuted = false
    voice.isMuted = true
    room().emit(RoomEvent.TrackUnmuted)
    expect(shown()).toEqual(['buyer voice', 'buyer picture'])
    expect(observed.states.get('buyer')?.stream).toBe(stream)

    participant.connectionQuality = 'lost'
    room().emit(RoomEvent.ConnectionQualityChanged)
    expect(stateOf('buyer')).toBe('disconnected')
    room().remoteParticipants.delete('buyer')
    room().emit(RoomEvent.ParticipantDisconnected)
    expect([stateOf('buyer'), shown()]).toEqual(['connecting', []])
  })

  it('publish no track that is off, because LiveKit would enable it', async () => {
    const { lines } = buildScene()
    const [dark, silent] = [track('camera', false), track('voice', false)]
    lines.setTracks({ ...none, audio: silent, video: dark, hasAudio: false, hasVideo: false })
    await settle()
    expect(done('publish')).toEqual([])
    expect([dark.enabled, silent.enabled]).toEqual([false, false])
    lines.setTracks({ ...none, audio: silent, video: dark, hasVideo: false })
    await settle()
    expect(done('publish')).toEqual([['publish', 'voice', 'microphone']])
    expect(dark.enabled).toBe(false)
  })

  it('mute and unmute microphone and camera without publishing again', async () => {
    const { lines } = buildScene()
    const sent = { ...none, audio: voice, video: camera }
    lines.setTracks(sent)
    await settle()
    room().calls.length = 0
    lines.setTracks({ ...sent, hasAudio: false, hasVideo: false })
    await settle()
    expect(room().calls).toEqual([
      ['mute', 'voice'],
      ['mute', 'camera'],
    ])
    lines.setTracks(sent)
    await settle()
    expect(room().calls.slice(2)).toEqual([
      ['unmute', 'voice'],
      ['unmute', 'camera'],
    ])
  })

  it('publish the screen instead of the camera, even with the camera off, and the camera afterwards', async () => {
    const { lines } = buildScene()
    const sent = { ...none, audio: voice, video: camera }
    lines.setTracks(sent)
    await settle()
    room().calls.length = 0
    lines.setTracks({ ...sent, video: screen, isScreen: true, hasVideo: false })
    await settle()
    lines.setTracks(sent)
    await settle()
    expect(room().calls.filter(([call]) => call !== 'unmute')).toEqual([
      ['unpublish', 'camera', false],
      ['publish', 'screen', 'screen_share'],
      ['unpublish', 'screen', false],
      ['publish', 'camera', 'camera'],
    ])
  })

  it('report the outage while LiveKit reconnects on its own, and catch up with changes afterwards', async () => {
    const { lines, observed, stateOf } = buildScene()
    lines.setPeers([peer('buyer')])
    await settle()
    joins('buyer')
    room().become('signalReconnecting')
    room().become('reconnecting')
    expect(observed.lost).toEqual([Date.now()])
    expect(stateOf('buyer')).toBe('disconnected')
    lines.setTracks({ ...none, audio: voice })
    lines.setPeers([peer('buyer'), peer('guest')])
    await settle()
    expect(done('publish')).toEqual([])
    room().become('connected')
    await settle()
    expect(observed.lost.at(-1)).toBeNull()
    expect(stateOf('buyer')).toBe('connected')
    expect(done('publish')).toEqual([['publish', 'voice', 'microphone']])
    expect(done('permit').at(-1)).toEqual(['permit', false, ['buyer', 'guest']])
    expect([rooms.length, observed.refreshes]).toEqual([1, 0])
  })

  it('connect with a new token and publish again after LiveKit has given up', async () => {
    const { lines, observed } = buildScene()
    lines.setTracks({ ...none, audio: voice })
    await settle()
    answers = ['refuses', 'connects']
    room().become('disconnected')
    expect(observed.lost).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1500)
    expect(done('connect', 1)).toEqual([['connect', 'wss://livekit.example', 'later 1']])
    await vi.advanceTimersByTimeAsync(2999)
    expect(rooms).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(done('connect', 2)).toEqual([['connect', 'wss://livekit.example', 'later 2']])
    expect(done('publish', 2)).toEqual([['publish', 'voice', 'microphone']])
    expect(observed.lost.at(-1)).toBeNull()
    // Events of a room that was given up are ignored.
    room(0).become('reconnecting')
    expect(observed.lost.at(-1)).toBeNull()
  })

  it('reconnect immediately when renewed after a long interruption', async () => {
    const { lines } = buildScene()
    await settle()
    lines.reconnect()
    expect(rooms).toHaveLength(1)
    room().become('disconnected')
    lines.reconnect()
    await settle()
    expect(rooms).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(rooms).toHaveLength(2)
  })

  it('give up connecting when closed meanwhile', async () => {
    answers = ['hangs']
    const { lines, observed } = buildScene()
    lines.setTracks({ ...none, audio: voice })
    await settle()
    lines.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done('disconnect')).toEqual([['disconnect', false]])
    expect([rooms.length, done('publish'), observed.lost]).toEqual([1, [], []])
  })
})
