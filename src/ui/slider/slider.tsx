import { clsx } from 'clsx'
import { Children, type ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { IconButton } from '../controls/button.tsx'
import styles from './slider.module.css'
import { countCopies, type SliderState } from './use-slider.ts'

interface SliderTrackProps {
  slider: SliderState
  /** Accessible name of the slides. */
  label: string
  /** One keyed element per slide. */
  children: ReactNode
  className?: string | undefined
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, number) => number)

/** A scrolling row needs a tab stop for keyboard scrolling. */
const scrollable = { tabIndex: 0 }

/**
 * Track of slides. Before the engine runs, and without script, a row with scroll snap that shows all slides; widths and
 * gaps are the same, so nothing moves when the engine takes over.
 */
export function SliderTrack({ slider, label, children, className }: SliderTrackProps) {
  const { engaged, running, index, inView, options, moves, isStopped } = slider
  const slides = Children.toArray(children)
  const copies = engaged ? countCopies(options) : 1
  return (
    <div ref={slider.viewport} className={clsx(styles.viewport, className)} {...scrollable}>
      <ul
        className={clsx('swiper-wrapper', styles.track)}
        aria-label={label}
        aria-live={moves && !isStopped ? 'off' : 'polite'}
      >
        {upTo(copies * slides.length).map((place) => {
          const at = place % slides.length
          const copied = place >= slides.length
          const inSight = at >= index && at < index + inView
          return (
            <li
              key={place}
              className={clsx('swiper-slide', styles.slide)}
              aria-hidden={copied || undefined}
              inert={copied || (running && !inSight)}
              data-aside={running && !inSight ? true : undefined}
            >
              {slides[at]}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface SliderControlsProps {
  slider: SliderState
  /** Shows one line per stop; for few stops. */
  dots?: boolean
  className?: string | undefined
}

/** Position, previous, next and pause. Absent until the engine runs; until then the row scrolls. */
export function SliderControls({ slider, dots = false, className }: SliderControlsProps) {
  const { running, pages, page, moves, isStopped } = slider
  return (
    <div className={clsx(styles.controls, className)} data-running={running} inert={!running}>
      {dots && (
        <div className={styles.dots}>
          {upTo(pages).map((at) => (
            <button
              key={at}
              type="button"
              className={styles.dot}
              aria-label={m.slider_go_to({ at: at + 1 })}
              aria-current={at === page ? 'true' : undefined}
              onClick={() => slider.goTo(at)}
            />
          ))}
        </div>
      )}
      <p className={styles.count}>
        <strong>{page + 1}</strong> / {pages}
      </p>
      {moves && (
        <IconButton
          className={styles.pause}
          icon={isStopped ? 'play' : 'pause'}
          label={isStopped ? m.slider_play() : m.slider_pause()}
          onClick={slider.toggle}
        />
      )}
      <div className={styles.arrows}>
        <IconButton
          framed
          icon="arrow-left"
          label={m.slider_previous()}
          disabled={slider.atStart}
          onClick={slider.previous}
        />
        <IconButton framed icon="arrow-right" label={m.slider_next()} disabled={slider.atEnd} onClick={slider.next} />
      </div>
    </div>
  )
}
