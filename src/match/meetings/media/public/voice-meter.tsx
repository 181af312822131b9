import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#messages/messages.js'
import styles from './device-check.module.css'

/** Level meter of the user's microphone, with `children` beside it. */
export function VoiceMeter({ stream, children }: { stream: MediaStream | null; children: ReactNode }) {
  const meter = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0) return
    const audio = new AudioContext()
    const analyser = audio.createAnalyser()
    audio.createMediaStreamSource(stream).connect(analyser)
    const wave = new Float32Array(analyser.fftSize)
    let frame = requestAnimationFrame(function draw() {
      analyser.getFloatTimeDomainData(wave)
      const loudness = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length)
      if (meter.current) meter.current.value = Math.min(1, loudness * 4)
      frame = requestAnimationFrame(draw)
    })
    return () => {
      cancelAnimationFrame(frame)
      void audio.close()
    }
  }, [stream])
  return (
    <div className={styles.voice}>
      <span id="voice">{m.meetings_voice()}</span>
      <meter ref={meter} min={0} max={1} value={0} aria-labelledby="voice" />
      {children}
    </div>
  )
}
