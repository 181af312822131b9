import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PublicSection } from '#content/pages/contract.ts'
import { m } from '#messages/messages.js'
import { afterLoad, whenIdle } from '#ui/browser/run-later.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { filmAfterLoad } from '#ui/layout-constants.ts'
import styles from './hero-section.module.css'

/** True if the visitor asked for reduced data. */
export const isDataSaving = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

/** True if the film should not play: reduced data or reduced motion. */
const isFilmUnwanted = (): boolean => isDataSaving() || matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Film over the poster, with a pause button. Both are added in the browser after load; the poster stays beneath, so
 * loading is invisible.
 */
export function HeroFilm({ videos }: Pick<PublicSection, 'videos'>) {
  const button = useRef<HTMLButtonElement>(null)
  const film = useRef<HTMLVideoElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  const [stage, setStage] = useState<Element | null>(null)
  const [playing, setPlaying] = useState(false)
  const [isWanted, setWanted] = useState(true)

  useEffect(() => {
    if (!videos.length || isFilmUnwanted()) return
    let cancelIdle = () => {}
    const callOff = afterLoad(filmAfterLoad, () => {
      cancelIdle = whenIdle(() => setStage(document.querySelector(`.${styles.stage}`)), 3000)
    })
    return () => {
      callOff()
      cancelIdle()
    }
  }, [videos])

  // Pause while the film is off screen or the tab is hidden.
  useEffect(() => {
    const video = film.current
    if (!stage || !video) return
    let isVisible = true
    const applyState = () => {
      if (isWanted && isVisible && !document.hidden) video.play().catch(() => setWanted(false))
      else video.pause()
    }
    const sight = new IntersectionObserver(([entry]) => {
      isVisible = entry?.isIntersecting ?? true
      applyState()
    })
    sight.observe(video)
    document.addEventListener('visibilitychange', applyState)
    return () => {
      sight.disconnect()
      document.removeEventListener('visibilitychange', applyState)
    }
  }, [stage, isWanted])

  // Animate the progress line on the compositor: a style change per frame would cost a slow phone a second of CPU time.
  useEffect(() => {
    const video = film.current
    if (!playing || !video || !line.current) return
    const run = line.current.animate(
      { transform: ['scaleX(0)', 'scaleX(1)'] },
      { duration: video.duration * 1000, iterations: Number.POSITIVE_INFINITY, pseudoElement: '::after' },
    )
    const updatePlayback = () => {
      run.currentTime = video.currentTime * 1000
      if (video.paused) run.pause()
      else run.play()
    }
    updatePlayback()
    const events = ['playing', 'pause', 'seeked', 'waiting'] as const
    for (const event of events) video.addEventListener(event, updatePlayback)
    return () => {
      run.cancel()
      for (const event of events) video.removeEventListener(event, updatePlayback)
    }
  }, [playing])

  if (!stage) return <span className={styles.film} />
  return (
    <span className={styles.film}>
      {createPortal(
        <video
          ref={film}
          className={styles.video}
          data-shown={playing}
          muted
          loop
          playsInline
          preload="auto"
          aria-hidden="true"
          tabIndex={-1}
          onPlaying={() => setPlaying(true)}
        >
          {videos.map(({ url, mime }) => (
            <source key={url} src={url} type={mime} />
          ))}
        </video>,
        stage,
      )}
      {playing && (
        <>
          <button
            ref={button}
            type="button"
            className={styles.pause}
            aria-label={isWanted ? m.home_video_pause() : m.home_video_play()}
            onClick={() => setWanted(!isWanted)}
          >
            <Icon name={isWanted ? 'pause' : 'play'} small />
          </button>
          <span aria-hidden="true">{isWanted ? m.home_video_pause() : m.home_video_play()}</span>
          <span ref={line} className={styles.line} aria-hidden="true" />
        </>
      )}
    </span>
  )
}
