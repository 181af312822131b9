import type { CheckInResult } from '../rules.ts'

/** Frequencies (Hz) and durations (s) per result: one high tone for success, two low tones otherwise. */
const tones: Record<CheckInResult, readonly (readonly [number, number])[]> = {
  in: [[880, 0.12]],
  already: [
    [440, 0.1],
    [440, 0.1],
  ],
  wrong_day: [
    [330, 0.14],
    [247, 0.18],
  ],
  other_fair: [
    [330, 0.14],
    [330, 0.14],
  ],
  unknown: [
    [247, 0.18],
    [247, 0.18],
  ],
}

let sound: AudioContext | undefined

/** Plays the tone of a result if the browser allows sound. */
export const playResultTone = (result: CheckInResult): void => {
  sound ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext()
  if (!sound) return
  let at = sound.currentTime
  for (const [frequency, length] of tones[result]) {
    const [tone, level] = [sound.createOscillator(), sound.createGain()]
    tone.frequency.value = frequency
    level.gain.setValueAtTime(0.15, at)
    level.gain.exponentialRampToValueAtTime(0.001, at + length)
    tone.connect(level).connect(sound.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length + 0.05
  }
}
