import clsx from 'clsx'
import { Icon, type IconName, iconNames } from '#console/kit/parts/icon.tsx'
import { LanguageMarks } from '#console/kit/parts/language-marks.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { Family, Sample } from './sample.tsx'
import styles from './style-guide.module.css'

const marks: [Mark, () => string][] = [
  ['published', m.common_state_published],
  ['scheduled', m.common_state_scheduled],
  ['draft', m.common_state_draft],
  ['hidden', m.common_state_hidden],
  ['ended', m.common_state_ended],
  ['new', m.style_mark_new],
  ['assigned', m.style_mark_assigned],
  ['answered', m.style_mark_answered],
  ['closed', m.style_mark_closed],
  ['wrong', m.style_mark_wrong],
  ['locked', m.style_mark_locked],
]

export function Marks() {
  return (
    <Family title={m.style_marks()}>
      <Sample name={m.style_marks_states()}>
        {marks.map(([mark, word]) => (
          <StateMark key={mark} mark={mark}>
            {word()}
          </StateMark>
        ))}
      </Sample>
      <Sample name={m.style_marks_languages()}>
        <LanguageMarks states={{ ko: 'current', en: 'behind', cn: 'missing' }} />
      </Sample>
      <Sample name={m.style_marks_seals()}>
        <NameAvatar name="한이담" size={20} />
        <NameAvatar name="민서경" size={24} />
        <NameAvatar name="노유진" size={32} isOwn />
        <NameAvatar name="" size={40} />
      </Sample>
      <Sample name={m.style_marks_no_picture()}>
        <Thumbnail picture={null} />
      </Sample>
      <Sample name={m.style_marks_bars()}>
        <div className={clsx(styles.margin, styles.bar)} role="img" aria-label={m.style_bar_changed()} />
        <div className={clsx(styles.margin, styles.bar, styles.wrong)} role="img" aria-label={m.style_bar_wrong()} />
      </Sample>
      <Sample name={m.style_marks_icons()}>
        {iconNames.map((name: IconName) => (
          <span key={name} className={styles.icon}>
            <Icon name={name} />
            {name}
          </span>
        ))}
      </Sample>
    </Family>
  )
}
