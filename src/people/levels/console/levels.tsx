import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSaveKey } from '#console/kit/form/saving/use-save-key.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { useStored } from '#console/kit/parts/values/account-storage.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { CallRefused } from '#kit/client.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import type { Level } from '../contract.ts'
import { CreateLevel } from './create-level.tsx'
import { LevelPanel } from './level-panel.tsx'
import styles from './levels.module.css'
import { PermissionMatrix } from './permission-matrix.tsx'
import { applyEdit, areScopesEqual, client, type Edit, Edits, path } from './resource.tsx'

const noEdits: Edits = {}

/** Reduces an edit to what differs from the level; undefined if nothing does. */
const findDifference = (level: Level, edit: Edit): Edit | undefined => {
  const remaining = Object.fromEntries(
    Object.entries(edit).filter(([name, value]) => {
      if (name === 'updatedAt' || value === undefined) return false
      const currentValue = level[name as keyof Level]
      return name === 'scopes'
        ? !areScopesEqual(value as string[], level.scopes)
        : JSON.stringify(value) !== JSON.stringify(currentValue)
    }),
  )
  return Object.keys(remaining).length > 0 ? { ...remaining, updatedAt: edit.updatedAt } : undefined
}

/** Levels: names, order, defaults for new members, and a matrix of permissions. */
export default function Levels() {
  const queries = useQueryClient()
  const mayWrite = useMayWrite('console:levels')
  const [edits, storeEdits] = useStored('levels', Edits, noEdits)
  const [chosen, choose] = useState<string>()
  const [creating, setCreating] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'matrix'],
    queryFn: async ({ signal }) => {
      const [{ levels }, { sections }] = await Promise.all([
        readAllPages('levels', (page) => client.list({ query: { ...page, sort: '-rank' } }, { signal })),
        client.sections(undefined, { signal }),
      ])
      return { levels, sections }
    },
    refetchOnWindowFocus: false,
  })
  const levels = data?.levels ?? []
  const changeLevel = (level: Level, part: Omit<Edit, 'updatedAt'>) => {
    const before = edits[level._id] ?? { updatedAt: level.updatedAt }
    const next = findDifference(level, { ...before, ...part })
    const { [level._id]: _, ...others } = edits
    save.reset()
    storeEdits(next ? { ...others, [level._id]: next } : others)
  }
  const changed = levels.filter(({ _id }) => edits[_id])
  const save = useMutation({
    mutationFn: async () => {
      const remainingEdits = { ...edits }
      for (const { _id } of changed) {
        const edit = remainingEdits[_id]
        if (!edit) continue
        const { scopes, ...rest } = edit
        await client.update({ params: { id: _id }, body: { ...rest, ...(scopes && { scopes: scopes as never[] }) } })
        delete remainingEdits[_id]
        // Drop each edit once it is saved, so that a later failure does not resend it.
        storeEdits(remainingEdits)
      }
      return changed.length
    },
    onSuccess: (count) => showSuccess(m.levels_said_saved({ count })),
    onSettled: () => queries.invalidateQueries({ queryKey: [path] }),
  })
  useSaveKey(() => {
    if (mayWrite && changed.length > 0 && !save.isPending) save.mutate()
  })
  const isStale = save.error instanceof CallRefused && save.error.status === 412
  const saveError = save.error && (isStale ? m.levels_stale() : refusalMessage(save.error))
  const panel = levels.find(({ _id }) => _id === (chosen ?? levels[0]?._id))
  const people = changed.reduce((sum, { members }) => sum + members, 0)
  return (
    <Screen
      title={m.levels_title()}
      note={data && m.levels_counted({ count: levels.length })}
      actions={
        mayWrite && (
          <Button variant="filled" leftSection={<Icon name="add" />} onClick={() => setCreating(true)}>
            {m.levels_create()}
          </Button>
        )
      }
      aside={
        panel && (
          <LevelPanel
            key={panel._id}
            level={applyEdit(panel, edits[panel._id])}
            saved={panel}
            mayWrite={mayWrite}
            change={(part) => changeLevel(panel, part)}
            reload={() => void refetch()}
          />
        )
      }
      foot={
        mayWrite && (
          <div className={styles.foot}>
            <p role="status">
              {changed.length > 0
                ? `${m.levels_changed({ names: changed.map(({ title }) => title.ko).join(', ') })} ${m.levels_effect({ count: people.toLocaleString() })}`
                : m.form_unchanged()}
            </p>
            {saveError && (
              <p role="alert" className={styles.fault}>
                {saveError}
              </p>
            )}
            <span className={styles.acts}>
              {changed.length > 0 && (
                <Button
                  variant="subtle"
                  onClick={() => {
                    storeEdits(undefined)
                    save.reset()
                  }}
                >
                  {m.form_undo_all()}
                </Button>
              )}
              <Button variant="filled" disabled={changed.length === 0 || save.isPending} onClick={() => save.mutate()}>
                {save.isPending ? m.form_saving() : m.form_save()} <kbd className={styles.kbd}>Ctrl S</kbd>
              </Button>
            </span>
          </div>
        )
      }
    >
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {data && (
        <PermissionMatrix
          levels={levels.map((level) => applyEdit(level, edits[level._id]))}
          saved={levels}
          sections={data.sections}
          mayWrite={mayWrite}
          chosen={panel?._id}
          choose={choose}
          change={(id, scopes) => {
            const level = levels.find(({ _id }) => _id === id)
            if (level) changeLevel(level, { scopes })
          }}
        />
      )}
      <CreateLevel
        opened={creating}
        close={() => setCreating(false)}
        onCreated={(id) => {
          choose(id)
          void refetch()
        }}
      />
    </Screen>
  )
}
