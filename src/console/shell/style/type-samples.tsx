import { m } from '#messages/messages.js'
import { Family, Sample } from './sample.tsx'
import styles from './style-guide.module.css'

const roles = [
  { key: 'page', font: '600 var(--c-title) / 28px var(--c-serif)', name: m.style_type_page },
  { key: 'count', font: '550 var(--c-title) / 28px var(--c-serif)', name: m.style_type_count },
  { key: 'section', font: '650 var(--c-input) / 20px var(--c-font)', name: m.style_type_section },
  { key: 'row', font: '400 var(--c-base) / 20px var(--c-font)', name: m.style_type_row },
  { key: 'title', font: '550 var(--c-base) / 20px var(--c-font)', name: m.style_type_title },
  { key: 'label', font: '600 var(--c-meta) / 16px var(--c-font)', name: m.style_type_label },
  { key: 'help', font: '400 var(--c-meta) / 18px var(--c-font)', name: m.style_type_help },
  { key: 'key', font: '500 var(--c-small) / 16px var(--c-font)', name: m.style_type_key },
] as const

export function Type() {
  return (
    <Family title={m.style_type()}>
      {roles.map(({ key, font, name }) => (
        <Sample key={key} name={name()}>
          <p className={styles.line} style={{ font }}>
            {m.style_type_sample()}
          </p>
        </Sample>
      ))}
    </Family>
  )
}
