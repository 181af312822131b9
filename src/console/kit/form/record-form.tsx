import { Button, UnstyledButton } from '@mantine/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Draft } from '#kit/drafts/client.ts'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { showSuccess } from '../parts/dialogs/show-toast.tsx'
import { Icon } from '../parts/icon.tsx'
import { StateMark } from '../parts/state-mark.tsx'
import { clockTime } from '../parts/time/seoul-time.ts'
import { withValue } from '../parts/values/value-paths.ts'
import { Screen } from '../screen/screen.tsx'
import { useMayWrite } from '../use-rights.ts'
import draftStyles from './drafts/draft.module.css'
import { DraftStrip } from './drafts/draft-strip.tsx'
import { PreviewButton } from './drafts/preview-button.tsx'
import { FieldSearch } from './fields/field-search.tsx'
import { FieldView } from './fields/field-view.tsx'
import { focusField } from './fields/focus-field.ts'
import { useKnownFiles } from './fields/known-files.ts'
import styles from './form.module.css'
import { FormProvider } from './form-context.ts'
import type { FieldGroup, FormDeclaration } from './form-declaration.ts'
import { validateValues } from './form-errors.ts'
import { FormFooter, fieldsWithErrors, ReadOnlyFooter } from './form-footer.tsx'
import { changedLabels, changedUnits, type Unit, unitsOfGroups } from './saving/change-units.ts'
import { ConflictDialog } from './saving/conflict-dialog.tsx'
import { LeaveGuard } from './saving/leave-guard.tsx'
import { normalizeValues } from './saving/normalize-values.ts'
import { ReviewButton } from './saving/review-dialog.tsx'
import { useSave } from './saving/use-save.ts'
import { useSaveKey } from './saving/use-save-key.ts'
import { useRecordActions } from './use-record-actions.ts'
import { type FormBase, useRecordForm } from './use-record-form.ts'

interface RecordFormProps<Item extends Recorded, Shape extends Record<string, unknown>> {
  declaration: FormDeclaration<Item, Shape>
  /** Undefined for a new record. */
  record: Item | undefined
  /** Initial values of a new record: blank or a copy. */
  begin: Shape
  /** Last saved draft; editing continues there. */
  existingDraft?: Draft<Shape> | undefined
}

/** Form for one loaded or new record. */
export function RecordForm<Item extends Recorded, Shape extends Record<string, unknown>>({
  declaration,
  record,
  begin,
  existingDraft,
}: RecordFormProps<Item, Shape>) {
  const { resource, schema, groups: declared, toInput, back, name, newTitle } = declaration
  const mayWrite = useMayWrite(resource.access)
  const drafting = mayWrite ? declaration.drafts : undefined
  const navigate = useNavigate()
  const groupsOf = useCallback(
    (values: Shape): readonly FieldGroup<Shape>[] => (typeof declared === 'function' ? declared(values) : declared),
    [declared],
  )
  const unitsOf = useCallback((values: Shape): Unit[] => unitsOfGroups(groupsOf(values)), [groupsOf])
  const ground = useCallback(
    (item: Item): FormBase<Shape> => ({ base: normalizeValues(toInput(item), unitsOf), updatedAt: item.updatedAt }),
    [toInput, unitsOf],
  )
  const normal = useCallback((content: Shape) => normalizeValues(content, unitsOf), [unitsOf])
  const [start] = useState((): FormBase<Shape> => {
    if (!record) return { base: begin, updatedAt: null }
    return existingDraft ? { base: normal(existingDraft.content), updatedAt: existingDraft.updatedAt } : ground(record)
  })
  const form = useRecordForm({
    formBase: start,
    schema,
    unitsOf,
    draft: `draft:${resource.path}:${record?._id ?? 'new'}`,
  })
  const { values, units, changed, errors } = form
  const knownFiles = useKnownFiles(useMemo(() => [record, existingDraft], [record, existingDraft]))
  const body = useRef<HTMLFormElement>(null)

  const focusPath = useCallback((path: string) => focusField(body.current, path), [])
  const saving = useSave({
    resource,
    record,
    form,
    formBase: ground,
    drafting,
    existingDraft,
    normal,
    focusError: (found) => {
      const first = fieldsWithErrors(units, found)[0]
      // Wait until the message is rendered before moving to its field.
      if (first) setTimeout(() => focusPath(first.path))
    },
    saved: (item, way) => {
      showSuccess(way === 'draft' ? m.draft_saved() : drafting ? m.draft_published() : m.form_saved())
      // Replaced in the same task: keys typed into the old form while a transition renders the new one would be lost.
      if (!record) void navigate(`${back.to}/${item._id}`, { replace: true, flushSync: true })
    },
  })

  const { conflict, draft, save, closeConflict } = saving
  // Ctrl+S saves what the form edits: the record or its draft.
  useSaveKey(mayWrite ? (draft ? saving.saveDraft : save) : noSaving)

  const { remove, fork, discard } = useRecordActions({ declaration, record, form, saving })
  const published = useMemo(() => record && ground(record).base, [record, ground])

  const context = useMemo(
    () => ({
      values,
      base: form.ground.base,
      errors,
      set: form.set,
      blur: form.blur,
      undo: form.undo,
      knownFiles,
      readOnly: !mayWrite,
      acceptsNull: (path: string) => !(path in validateValues(schema, withValue(form.ground.base, path, null), 'ko')),
    }),
    [values, errors, form.ground.base, form.set, form.blur, form.undo, knownFiles, mayWrite, schema],
  )
  const title = (record && declaration.recordName?.(record)) || name(values).trim()
  const unremovable = record && declaration.unremovable?.(record)
  return (
    <FormProvider value={context}>
      <Screen
        title={record ? title || newTitle : newTitle}
        before={
          <Button
            className={styles.back}
            variant="subtle"
            component={Link}
            to={back.to}
            aria-label={m.form_back({ list: back.label })}
          >
            <Icon name="back" />
          </Button>
        }
        note={
          <span className={styles.note}>
            {back.label}
            {record && declaration.state?.(record)}
            {draft && <StateMark mark="draft">{m.draft_mark()}</StateMark>}
          </span>
        }
        actions={
          (declaration.actions || declaration.hasSearch || drafting) && (
            <>
              {declaration.hasSearch && <FieldSearch units={units} focusPath={focusPath} />}
              {mayWrite && declaration.actions?.(values, record)}
              {drafting && (
                <PreviewButton
                  drafting={drafting}
                  id={record?._id}
                  values={values}
                  check={form.check}
                  refuse={saving.refuse}
                />
              )}
            </>
          )
        }
        aside={declaration.aside?.(values, record)}
        asideWidth={declaration.asideWidth ?? 352}
        foot={
          !mayWrite ? (
            <ReadOnlyFooter />
          ) : (
            <FormFooter
              form={form}
              isNew={!record}
              saving={saving.saving}
              failure={saving.failure}
              save={save}
              draft={drafting && { save: () => void saving.saveDraft(), isFirst: draft !== undefined }}
              focusPath={focusPath}
              result={declaration.result?.(values)}
            >
              {declaration.review && (
                <ReviewButton
                  changed={changed}
                  base={form.ground.base}
                  values={values}
                  formatValue={(path, value) => wordsOf(groupsOf(values), path, value)}
                />
              )}
            </FormFooter>
          )
        }
      >
        <form
          ref={body}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (mayWrite) void save()
          }}
        >
          {draft && record && (
            <DraftStrip
              draft={draft}
              publishedAt={record.updatedAt}
              review={
                <ReviewButton
                  className={draftStyles.act}
                  label={m.draft_review()}
                  changed={changedUnits(units, published, values)}
                  base={published}
                  values={values}
                  formatValue={(path, value) => wordsOf(groupsOf(values), path, value)}
                />
              }
              discard={() => void discard()}
            />
          )}
          {form.restoredAt && (
            <div className={styles.restored} role="status">
              <span>{m.form_restored({ time: clockTime(form.restoredAt) })}</span>
              <UnstyledButton className={styles.restoredAct} onClick={form.undoAll}>
                {m.form_restored_discard()}
              </UnstyledButton>
            </div>
          )}
          <fieldset className={styles.fields} disabled={!mayWrite}>
            {groupsOf(values).map((group) => (
              <section key={group.title} aria-label={group.title}>
                <h2 className={styles.group}>{group.title}</h2>
                {group.fields.map((field) => (
                  <FieldView key={field.name} field={field} form={context} units={units} changed={changed} />
                ))}
              </section>
            ))}
          </fieldset>
          {mayWrite && record && resource.remove && (
            <section className={styles.removal}>
              {!unremovable && (
                <Button data-harm leftSection={<Icon name="trash" />} onClick={() => void remove()}>
                  {m.form_delete()}
                </Button>
              )}
              <p className={styles.help}>{unremovable ?? m.form_delete_help()}</p>
            </section>
          )}
        </form>
        <LeaveGuard
          labels={changedLabels(changed)}
          released={form.released}
          save={drafting ? saving.saveDraft : save}
          label={drafting && m.draft_leave()}
          keep={form.keep}
          discard={form.forget}
        />
        {conflict && record && (
          <ConflictDialog
            path={resource.path}
            id={record._id}
            at={conflict.at}
            by={conflict.by}
            title={
              conflict.newer === 'draft'
                ? m.draft_conflict({ name: conflict.by ?? '' })
                : conflict.target === 'record' && draft
                  ? m.draft_conflict_behind()
                  : undefined
            }
            label={drafting && (conflict.target === 'draft' ? m.draft_conflict_save() : m.draft_conflict_publish())}
            overlaps={conflict.merge.overlaps}
            merged={conflict.merge.merged}
            save={saving.saveResolved}
            fork={declaration.fork && resource.create ? () => void fork() : undefined}
            close={closeConflict}
            formatValue={(path, value) => wordsOf(groupsOf(values), path, value)}
          />
        )}
      </Screen>
    </FormProvider>
  )
}

const noSaving = async () => undefined

/** Label of a selected option; undefined for other fields. */
const wordsOf = <Shape,>(groups: readonly FieldGroup<Shape>[], path: string, value: unknown): string | undefined => {
  for (const field of groups.flatMap(({ fields }) => fields))
    if (field.name === path && field.kind === 'choice') {
      const options: readonly { value: string; label: string }[] = field.options
      return options.find((option) => option.value === value)?.label ?? field.none
    }
  return undefined
}
