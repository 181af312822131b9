import { useUnitRule } from '#ui/text/non-breaking-units.ts'
import type { InfoGroup } from '../contract.ts'
import { splitYears } from '../rules.ts'
import styles from './profile-groups.module.css'

/** Groups of a profile (education, career, cases, papers): title beside the lines, years beside each line. */
export function ProfileGroups({ groups, lang }: { groups: readonly InfoGroup[]; lang?: string | undefined }) {
  const bindUnits = useUnitRule()
  return (
    <div lang={lang}>
      {groups.map(({ title, infoDetail }) => (
        <section key={title} className={styles.group}>
          <h2 className={styles.title}>{title}</h2>
          <ul className={styles.lines}>
            {infoDetail.map((line) => {
              const { years, text, bold } = splitYears(line)
              return (
                <li key={`${years} ${text} ${bold}`} className={styles.line}>
                  <span className={styles.years}>{years}</span>
                  <span>
                    {text && bindUnits(text)}
                    {text && bold && ' '}
                    {bold && <b>{bindUnits(bold)}</b>}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
