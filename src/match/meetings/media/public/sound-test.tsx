import { useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import styles from './device-check.module.css'

/** Length of the tone in seconds. */
const length = 0.8

/** Plays a tone on the speaker chosen for the meeting. */
export function SoundTest({ speaker }: { speaker: string | undefined }) {
  const isPlaying = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  const play = async () => {
    if (isPlaying.current) return
    isPlaying.current = true
    setFailed(false)
    const audio = new AudioContext()
    const [tone, volume, out] = [audio.createOscillator(), audio.createGain(), audio.createMediaStreamDestination()]
    const now = audio.currentTime
    tone.frequency.setValueAtTime(523, now)
    tone.frequency.setValueAtTime(659, now + length / 2)
    // Fade in and out: a tone at full volume starts with a click.
    volume.gain.setValueAtTime(0, now)
    volume.gain.linearRampToValueAtTime(0.2, now + 0.05)
    volume.gain.linearRampToValueAtTime(0, now + length)
    tone.connect(volume).connect(out)
    const element = new Audio()
    element.srcObject = out.stream
    try {
      if (speaker !== undefined) await element.setSinkId(speaker)
      tone.start()
      await element.play()
      await new Promise((resolve) => setTimeout(resolve, length * 1000))
    } finally {
      element.srcObject = null
      await audio.close()
      isPlaying.current = false
    }
  }
  return (
    <>
      <button type="button" className={styles.sound} onClick={() => void play().catch(() => setFailed(true))}>
        {m.meetings_sound_test()}
      </button>
      <span role="alert">{hasFailed && m.meetings_sound_failed()}</span>
    </>
  )
}
