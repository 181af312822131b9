import { Menu, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { joinNames } from '#console/kit/list/actions/common-actions.ts'
import { forEachRecord, type ListAction } from '#console/kit/list/actions/list-actions.ts'
import type { Selection } from '#console/kit/list/actions/use-selection.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { client, type RequestNames } from '../../console/request-resource.tsx'
import type { FormRequest, FormSummary } from '../../contract.ts'
import { isAllowedTransition } from '../../rules.ts'
import styles from './request-list.module.css'

/** Choice that removes the assignee; no account has this id. */
const unassigned = 'nobody'

const updateRequest = (
  row: Pick<FormSummary, '_id' | 'updatedAt'>,
  body: { assignee?: string | null; state?: 'closed' },
) => client.update({ params: { id: row._id }, body: { ...body, updatedAt: row.updatedAt } }).then(({ form }) => form)

/** Assigns all selected requests to one person; undo restores each previous assignee. */
const createAssignAction = (names: RequestNames, self: string | undefined): ListAction<FormSummary> => ({
  key: 'assign',
  label: m.forms_assign(),
  icon: 'pin',
  choices: [
    ...names.staff
      .toSorted((a, b) => Number(b._id === self) - Number(a._id === self))
      .map(({ _id, name }) => ({
        value: _id,
        label: _id === self ? m.forms_desk_self({ name }) : name,
      })),
    { value: unassigned, label: m.forms_nobody() },
  ],
  run: async (records, choice) => {
    const assignee = choice === unassigned ? null : choice
    const reassigned = records.filter((row) => (row.assignee?._id ?? null) !== assignee)
    const changed: { before: FormSummary; updated: FormRequest }[] = []
    const { failed } = await forEachRecord(reassigned, async (before) => {
      changed.push({ before, updated: await updateRequest(before, { assignee }) })
    })
    const undoAssignment = async () => {
      await forEachRecord(
        changed.map(({ before, updated }) => ({ ...updated, assignee: before.assignee })),
        (row) => updateRequest(row, { assignee: row.assignee?._id ?? null }),
      )
    }
    return { done: records.length - failed.length, failed, undo: undoAssignment }
  },
  doneText: (count) => m.forms_said_assigned({ count }),
})

/**
 * Closes the open ones among the selected requests, after a confirmation that lists their numbers: a closed request
 * cannot become `received` again.
 */
const createCloseAction = (): ListAction<FormSummary> => ({
  key: 'close',
  label: m.forms_act_close(),
  icon: 'archive',
  isHarmful: true,
  confirm: (records) => ({
    title: m.forms_close_title({ count: records.length }),
    text: joinNames(records, ({ number }) => number),
    label: m.forms_act_close(),
  }),
  run: async (records) => {
    const open = records.filter(({ state }) => state !== 'closed' && isAllowedTransition(state, 'closed'))
    const { failed } = await forEachRecord(open, (row) => updateRequest(row, { state: 'closed' }))
    return { done: records.length - failed.length, failed }
  },
  doneText: (count) => m.forms_said_closed({ count }),
})

interface BulkActsProps {
  selection: Selection<FormSummary>
  page: readonly FormSummary[]
  names: RequestNames
  /** Key of the running action. */
  busy: string | undefined
  act: (act: ListAction<FormSummary>, choice?: string) => void
}

/** Bulk actions, shown instead of the footer while requests are selected. Esc clears the selection. */
export function BulkActions({ selection, page, names, busy, act }: BulkActsProps) {
  const self = useSession()?.userId
  const release = useRef(selection.clear)
  useEffect(() => {
    release.current = selection.clear
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const isElsewhere =
        event.target instanceof Element && event.target.closest('[role=dialog], [role=menu], textarea, [type=search]')
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented || isElsewhere) return
      event.preventDefault()
      release.current()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
  const assign = createAssignAction(names, self)
  const close = createCloseAction()
  const count = selection.records.length
  const others = page.filter((row) => !selection.has(row))
  return (
    <section className={styles.bulk} aria-label={m.list_chosen({ count })}>
      <strong role="status">{m.list_chosen({ count })}</strong>
      {others.length > 0 && (
        <UnstyledButton className={styles.bulkAct} onClick={() => selection.replace([...selection.records, ...others])}>
          {m.list_choose_page()}
        </UnstyledButton>
      )}
      <span className={styles.bulkActs}>
        <Menu position="top-start">
          <Menu.Target>
            <UnstyledButton className={styles.bulkAct} disabled={busy !== undefined}>
              <Icon name={assign.icon} />
              {assign.label}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {assign.choices?.map(({ value, label }) => (
              <Menu.Item key={value} onClick={() => act(assign, value)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <UnstyledButton className={styles.bulkAct} data-harm disabled={busy !== undefined} onClick={() => act(close)}>
          <Icon name={close.icon} />
          {close.label}
        </UnstyledButton>
        <UnstyledButton className={styles.bulkAct} aria-label={m.list_release()} onClick={selection.clear}>
          <Icon name="close" />
        </UnstyledButton>
      </span>
    </section>
  )
}
