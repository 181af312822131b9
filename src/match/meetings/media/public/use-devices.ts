import { useCallback, useEffect, useRef, useState } from 'react'

export interface Devices {
  stream: MediaStream | null
  /** Requested, granted, or refused by the browser or the user. */
  state: 'asking' | 'there' | 'none'
  cameras: readonly MediaDeviceInfo[]
  microphones: readonly MediaDeviceInfo[]
  /** Audio outputs; empty where the browser does not let a page choose. */
  speakers: readonly MediaDeviceInfo[]
  /** Chosen speaker; undefined for the system default. */
  speaker: string | undefined
  hasVideo: boolean
  hasAudio: boolean
  setVideo: (on: boolean) => void
  setAudio: (on: boolean) => void
  choose: (kind: MediaDeviceKind, id: string) => void
  again: () => void
}

const filterByKind = (devices: readonly MediaDeviceInfo[], deviceKind: MediaDeviceKind) =>
  devices.filter(({ kind }) => kind === deviceKind)

/** Opens camera and microphone. Falls back to the microphone alone, then to the camera alone. */
export const useDevices = (isWanted: boolean): Devices => {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [state, setState] = useState<Devices['state']>('asking')
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  const [chosen, setChosen] = useState<{ videoinput?: string; audioinput?: string }>({})
  const [speaker, setSpeaker] = useState<string>()
  const [round, setRound] = useState(0)
  const [hasVideo, setHasVideo] = useState(true)
  const [hasAudio, setHasAudio] = useState(true)
  const current = useRef<MediaStream>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks for the devices again
  useEffect(() => {
    if (!isWanted || !navigator.mediaDevices) return
    let isMounted = true
    const request = (video: boolean, audio: boolean) =>
      navigator.mediaDevices.getUserMedia({
        video: video && (chosen.videoinput ? { deviceId: { exact: chosen.videoinput } } : { width: { ideal: 1280 } }),
        audio: audio && (chosen.audioinput ? { deviceId: { exact: chosen.audioinput } } : true),
      })
    const stop = (found: MediaStream) => {
      for (const track of found.getTracks()) track.stop()
    }
    setState('asking')
    request(true, true)
      .catch(() => request(false, true))
      .catch(() => request(true, false))
      .then(
        async (found) => {
          if (!isMounted) return stop(found)
          if (current.current) stop(current.current)
          current.current = found
          setStream(found)
          setState('there')
          setDevices(await navigator.mediaDevices.enumerateDevices())
        },
        () => isMounted && setState('none'),
      )
    return () => {
      isMounted = false
    }
  }, [isWanted, chosen, round])
  useEffect(
    () => () => {
      for (const track of current.current?.getTracks() ?? []) track.stop()
    },
    [],
  )
  useEffect(() => {
    for (const track of stream?.getVideoTracks() ?? []) track.enabled = hasVideo
    for (const track of stream?.getAudioTracks() ?? []) track.enabled = hasAudio
  }, [stream, hasVideo, hasAudio])

  return {
    stream,
    state,
    cameras: filterByKind(devices, 'videoinput'),
    microphones: filterByKind(devices, 'audioinput'),
    speakers:
      devices.length > 0 && 'setSinkId' in HTMLMediaElement.prototype ? filterByKind(devices, 'audiooutput') : [],
    speaker,
    hasVideo,
    hasAudio,
    setVideo: setHasVideo,
    setAudio: setHasAudio,
    choose: useCallback((kind, id) => {
      if (kind === 'audiooutput') setSpeaker(id)
      else setChosen((before) => ({ ...before, [kind]: id }))
    }, []),
    again: useCallback(() => setRound((before) => before + 1), []),
  }
}
