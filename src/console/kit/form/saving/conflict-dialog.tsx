import { Button, Modal, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useId, useState } from 'react'
import { audit } from '#kit/audit/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { useShortcuts } from '#ui/browser/use-shortcuts.ts'
import { Icon } from '../../parts/icon.tsx'
import { NameAvatar } from '../../parts/name-avatar.tsx'
import { clockTime } from '../../parts/time/seoul-time.ts'
import { useMayRead } from '../../use-rights.ts'
import styles from './conflict.module.css'
import { formatValue } from './format-value.ts'
import type { Choice, Overlap, TheirChange } from './merge-values.ts'
import { TextDifference } from './text-difference.tsx'

interface ConflictDialogProps {
  /** API path of the resource; its last segment is the entity name in the audit log. */
  path: string
  id: string
  /** Time of the other save (ISO 8601) and its author, if known without the audit log. */
  at: string
  by?: string | undefined
  /** Overrides the title and the button for conflicts other than a plain save. */
  title?: string | undefined
  label?: string | undefined
  overlaps: readonly Overlap[]
  merged: readonly TheirChange[]
  save: (choices: ReadonlyMap<string, Choice>) => Promise<boolean>
  /** Saves my version as a separate record; undefined if the module has no such action. */
  fork: (() => void) | undefined
  close: () => void
  /** Formats a value of this field, e.g. pictures and choices by label instead of id. */
  formatValue: (path: string, value: unknown) => string | undefined
}

const log = clientOf(audit)

/** Actions that do not change the record itself. */
const ofDrafts: ReadonlySet<string> = new Set(['draft', 'discard'])

/** Name of the last editor, if the user may read the audit log. */
const useLastEditor = (path: string, id: string): string | undefined => {
  const mayRead = useMayRead('console:audit')
  const entity = path.split('/').at(-1) ?? ''
  const { data } = useQuery({
    queryKey: ['audit', 'last', entity, id],
    queryFn: ({ signal }) => log.list({ query: { entity, entityId: id, limit: 20 } }, { signal }),
    enabled: mayRead,
    staleTime: 0,
  })
  return data?.lines.find(({ action }) => !ofDrafts.has(action))?.actor ?? undefined
}

/** Resolves a save conflict: merges changes that do not overlap and lets the user choose for each overlap. */
export function ConflictDialog({
  path,
  id,
  at,
  by,
  title,
  label,
  overlaps,
  merged,
  save,
  fork,
  close,
  formatValue: words,
}: ConflictDialogProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const [saving, setSaving] = useState(false)
  const last = useLastEditor(path, id)
  const name = by ?? last
  const left = overlaps.filter(({ key }) => !choices.has(key)).length
  const time = clockTime(at)

  const send = async () => {
    if (left > 0 || saving) return
    setSaving(true)
    if (!(await save(choices))) setSaving(false)
  }
  useShortcuts({ 'mod+Enter': { run: () => void send(), inFields: true } })

  return (
    <Modal
      opened
      onClose={close}
      size={940}
      title={title ?? (name ? m.conflict_title({ name }) : m.conflict_title_unknown())}
      closeButtonProps={{ 'aria-label': m.form_close() }}
      classNames={{ body: styles.body }}
    >
      <p className={styles.text}>
        {merged.length === 0
          ? m.conflict_text_overlaps({ time, overlaps: overlaps.length })
          : m.conflict_text({ time, taken: merged.length, overlaps: overlaps.length })}
      </p>
      <div className={styles.table}>
        <div className={clsx(styles.row, styles.head)} aria-hidden="true">
          <span>{m.conflict_item()}</span>
          <span>{m.conflict_mine()}</span>
          <span className={styles.person}>
            {name && <NameAvatar name={name} isOwn size={20} />}
            {name ? m.conflict_theirs({ name, time }) : m.conflict_theirs_unknown({ time })}
          </span>
        </div>
        {overlaps.map((overlap, index) => (
          <OverlapRow
            key={overlap.key}
            isFirst={index === 0}
            overlap={overlap}
            choice={choices.get(overlap.key)}
            choose={(choice) => setChoices((before) => new Map(before).set(overlap.key, choice))}
            formatValue={words}
          />
        ))}
        {merged.map(({ unit, base, theirs }) => (
          <div key={unit.path} className={styles.row}>
            <div className={styles.item}>
              <strong>{unit.label}</strong>
              <span>{m.conflict_apart()}</span>
            </div>
            <p className={styles.untouched}>{m.conflict_untouched()}</p>
            <p className={styles.taken}>
              <Icon name="check" />
              <span>
                <TextDifference
                  base={words(unit.path, base) ?? formatValue(base)}
                  next={words(unit.path, theirs) ?? formatValue(theirs)}
                />{' '}
                {m.conflict_taken()}
              </span>
            </p>
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <Button variant="filled" onClick={() => void send()} disabled={left > 0 || saving}>
          {saving ? m.form_saving() : (label ?? m.conflict_save())} <kbd>Ctrl Enter</kbd>
        </Button>
        {fork && <Button onClick={fork}>{m.conflict_fork()}</Button>}
        {left > 0 && (
          <span className={styles.left} role="status">
            {m.conflict_choose_first({ count: left })}
          </span>
        )}
        <span className={styles.spring} />
        <Button variant="subtle" onClick={close}>
          {m.conflict_back()} <kbd>Esc</kbd>
        </Button>
      </div>
    </Modal>
  )
}

function OverlapRow({
  isFirst,
  overlap,
  choice,
  choose,
  formatValue: words,
}: {
  /** Receives the initial focus; no choice is preselected. */
  isFirst: boolean
  overlap: Overlap
  choice: Choice | undefined
  choose: (choice: Choice) => void
  formatValue: ConflictDialogProps['formatValue']
}) {
  const name = useId()
  const { unit, block } = overlap
  const label = block === undefined ? unit.label : m.conflict_block({ label: unit.label, block })
  const base = words(unit.path, overlap.base) ?? formatValue(overlap.base)
  const side = (which: Choice) => {
    const next = words(unit.path, overlap[which]) ?? formatValue(overlap[which])
    return (
      <label className={clsx(styles.side, choice === which && styles.chosen)} htmlFor={`${name}-${which}`}>
        <Radio
          id={`${name}-${which}`}
          name={name}
          value={which}
          checked={choice === which}
          onChange={() => choose(which)}
          {...(isFirst && which === 'mine' && { 'data-autofocus': true })}
          aria-label={`${label}: ${which === 'mine' ? m.conflict_mine() : m.conflict_other()}`}
        />
        <span>
          <TextDifference base={base} next={next} />
        </span>
      </label>
    )
  }
  return (
    <fieldset className={styles.row}>
      <legend className={styles.item}>
        <strong>{label}</strong>
        <span>{m.conflict_both()}</span>
      </legend>
      {side('mine')}
      {side('theirs')}
    </fieldset>
  )
}
