import { m } from '#messages/messages.js'
import { Family, Sample } from './sample.tsx'
import styles from './style-guide.module.css'

const groups = {
  grounds: [
    'sheet',
    'tint',
    'pane',
    'pane-hover',
    'popover',
    'selected',
    'private',
    'skeleton',
    'weekend',
    'error-ground',
  ],
  text: ['text', 'text-second', 'text-third', 'accent', 'error', 'success'],
  lines: ['line', 'line-strong', 'margin-line', 'input-border', 'accent-line'],
  ink: ['rail', 'rail-text', 'rail-count', 'action', 'action-text', 'strip', 'strip-accent'],
} as const

export function Colours() {
  const names = {
    grounds: m.style_grounds(),
    text: m.style_text(),
    lines: m.style_lines(),
    ink: m.style_ink(),
  }
  return (
    <Family title={m.style_colours()}>
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <Sample key={group} name={names[group]}>
          {groups[group].map((token) => (
            <div key={token} className={styles.swatch}>
              <i style={{ background: `var(--c-${token})` }} />
              <code>{token}</code>
            </div>
          ))}
        </Sample>
      ))}
    </Family>
  )
}
