import { m } from '#messages/messages.js'
import { bindUnits } from '../text/bind-units.ts'
import section from './home-section.module.css'
import styles from './meeting-steps.module.css'

const illustration = [
  ['off', 'on', 'off'],
  ['on', 'on', 'off'],
  ['on', 'off', 'person'],
  ['on', 'off', 'person'],
] as const
const times = ['10:00', '10:30', '11:00', '11:30']
const picks = ['10:30', '11:00', '11:00']

/** Illustration of a grid of free times. */
function GridIllustration() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {illustration.map((row, at) => (
        <div key={times[at]}>
          <span>{times[at]}</span>
          {row.map((cell, day) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells of a fixed illustration
            <i key={day} data-cell={cell} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Illustration of three offered slots; `chosen` is the index of the one the buyer confirms. */
function OfferedSlots({ chosen }: { chosen?: number }) {
  const days = [m.match_lane_day_1(), m.match_lane_day_1(), m.match_lane_day_2()]
  return (
    <ol className={styles.seats} aria-hidden="true">
      {picks.map((time, at) => (
        <li key={`${days[at]} ${time}`} data-chosen={at === chosen || undefined}>
          <b>{at + 1}</b>
          {days[at]} {time}
        </li>
      ))}
    </ol>
  )
}

/** How a meeting is arranged, in three steps alternating between seller and buyer. */
export function MeetingSteps() {
  const steps = [
    { side: 'buyer', title: m.match_lane_1_title(), text: m.match_lane_1_text(), picture: <GridIllustration /> },
    { side: 'seller', title: m.match_lane_2_title(), text: m.match_lane_2_text(), picture: <OfferedSlots /> },
    { side: 'buyer', title: m.match_lane_3_title(), text: m.match_lane_3_text(), picture: <OfferedSlots chosen={1} /> },
  ] as const
  return (
    <section className={`${section.section} ${section.mist}`} aria-labelledby="lane">
      <h2 id="lane" className={section.title}>
        {m.match_lane_title()}
      </h2>
      <p className={section.lead}>{bindUnits(m.match_lane_lead())}</p>
      <div className={styles.sides} aria-hidden="true">
        <span>{m.match_seller()}</span>
        <span>{m.match_buyer()}</span>
      </div>
      <ol className={styles.lane}>
        {steps.map(({ side, title, text, picture }, at) => (
          <li key={title} className={styles.step} data-side={side} data-last={at === steps.length - 1 || undefined}>
            <span className={styles.number} aria-hidden="true">
              {at + 1}
            </span>
            <div className={styles.card}>
              <div className={styles.words}>
                <p className={styles.side}>{side === 'seller' ? m.match_seller() : m.match_buyer()}</p>
                <h3 className={styles.title}>{title}</h3>
                <p className={styles.text}>{bindUnits(text)}</p>
              </div>
              {picture}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
