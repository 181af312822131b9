import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { Level } from '../contract.ts'
import styles from './levels.module.css'
import { client, type Edit } from './resource.tsx'

interface LevelPanelProps {
  /** Level with the unsaved changes. */
  level: Level
  saved: Level
  mayWrite: boolean
  change: (part: Omit<Edit, 'updatedAt'>) => void
  reload: () => void
}

/** Selected level: names, rank, and whether new members get it. */
export function LevelPanel({ level, saved, mayWrite, change, reload }: LevelPanelProps) {
  const isFixed = !mayWrite || !level.mayChange
  const isStaff = level.scopes.length > 0
  const canGo = level.members === 0 && level.key !== 'owner' && !saved.forPersons && !saved.forCompanies
  const remove = async () => {
    const name = saved.title.ko
    if (
      !(await confirmDestructive({
        title: m.form_delete_title({ name }),
        text: m.levels_remove_text(),
        label: m.levels_remove(),
      }))
    )
      return
    try {
      await client.remove({ params: { id: level._id } })
      showSuccess(m.form_deleted({ name }))
      reload()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <div className={styles.panel}>
      <section>
        <h2>{m.levels_chosen()}</h2>
        <p className={styles.chosen}>{level.title.ko}</p>
        <p className={styles.key}>{level.key}</p>
        {isFixed && mayWrite && <p>{m.levels_above()}</p>}
        {level.key === 'owner' && <p>{m.levels_owner()}</p>}
      </section>
      <section>
        <h2>{m.levels_names()}</h2>
        {locales.map((locale) => (
          <TextInput
            key={locale}
            label={languageName[locale]}
            value={level.title[locale] ?? ''}
            maxLength={40}
            disabled={isFixed}
            error={locale === 'ko' && !level.title.ko.trim() && m.field_required()}
            onChange={({ currentTarget }) => change({ title: { ...level.title, [locale]: currentTarget.value } })}
          />
        ))}
        <NumberInput
          label={m.levels_rank()}
          description={m.levels_rank_help()}
          value={level.rank}
          min={0}
          max={100}
          allowDecimal={false}
          disabled={isFixed || level.key === 'owner'}
          onChange={(value) => typeof value === 'number' && change({ rank: value })}
        />
      </section>
      <section>
        <h2>{m.levels_joining()}</h2>
        {(
          [
            ['forPersons', m.levels_for_persons()],
            ['forCompanies', m.levels_for_companies()],
          ] as const
        ).map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            checked={level[name]}
            // Moves only by assigning another level, because new members must get one.
            disabled={isFixed || isStaff || saved[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
          />
        ))}
        <p>{isStaff ? m.levels_joining_staff() : m.levels_joining_help()}</p>
      </section>
      {!isFixed && (
        <section>
          <h2>{m.levels_removal()}</h2>
          <Button data-harm leftSection={<Icon name="trash" />} disabled={!canGo} onClick={() => void remove()}>
            {m.levels_remove()}
          </Button>
          {!canGo && <p>{m.levels_remove_not()}</p>}
        </section>
      )}
    </div>
  )
}
