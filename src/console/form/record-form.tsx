import { Button, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { confirmHarm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { withValue } from '../parts/paths.ts'
import { clockTime } from '../parts/seoul-time.ts'
import { sayDone, sayWrong } from '../parts/toast.tsx'
import { Screen } from '../screen.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { FormDeclaration, Group } from './declaration.ts'
import { errorsOf } from './errors.ts'
import { FieldView } from './field-view.tsx'
import { FindField } from './find-field.tsx'
import { FormFoot, wrongPlaces } from './foot.tsx'
import styles from './form.module.css'
import { FormProvider } from './form-context.ts'
import { leadTo } from './lead.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { normalised } from './normalised.ts'
import { ReviewButton } from './review-dialog.tsx'
import { useShelf } from './shelf.ts'
import { changedLabels, type Unit, unitsOfGroups } from './units.ts'
import { type Ground, useRecordForm } from './use-record-form.ts'
import { useSave } from './use-save.ts'
import { useSaveKey } from './use-save-key.ts'

interface RecordFormProps<Item extends Recorded, Shape extends Record<string, unknown>> {
  declaration: FormDeclaration<Item, Shape>
  /** Absent: a new one. */
  record: Item | undefined
  /** What a new one begins with: blank, or a copy. */
  begin: Shape
}

/** The form of one record that has been read, or of one that is to be made. */
export function RecordForm<Item extends Recorded, Shape extends Record<string, unknown>>({
  declaration,
  record,
  begin,
}: RecordFormProps<Item, Shape>) {
  const { resource, schema, groups: declared, toInput, back, name, newTitle } = declaration
  const navigate = useNavigate()
  const queries = useQueryClient()
  const groupsOf = useCallback(
    (values: Shape): readonly Group<Shape>[] => (typeof declared === 'function' ? declared(values) : declared),
    [declared],
  )
  const unitsOf = useCallback((values: Shape): Unit[] => unitsOfGroups(groupsOf(values)), [groupsOf])
  const ground = useCallback(
    (item: Item): Ground<Shape> => ({ base: normalised(toInput(item), unitsOf), updatedAt: item.updatedAt }),
    [toInput, unitsOf],
  )
  const form = useRecordForm({
    ground: useRef(record ? ground(record) : { base: begin, updatedAt: null }).current,
    schema,
    unitsOf,
    draft: `draft:${resource.path}:${record?._id ?? 'new'}`,
  })
  const { values, units, changed, errors } = form
  const shelf = useShelf(record)
  const body = useRef<HTMLFormElement>(null)

  const lead = useCallback((path: string) => leadTo(body.current, path), [])
  const { saving, failure, conflict, save, saveResolved, closeConflict } = useSave({
    resource,
    record,
    form,
    ground,
    lead: (found) => {
      const first = wrongPlaces(units, found)[0]
      // The message has to be drawn before one can be led to it.
      if (first) setTimeout(() => lead(first.path))
    },
    saved: (item) => {
      sayDone(m.form_saved())
      if (!record) void navigate(`${back.to}/${item._id}`, { replace: true })
    },
  })

  useSaveKey(save)

  const remove = async () => {
    if (!record || !resource.remove) return
    const title = name(values)
    const sure = await confirmHarm({
      title: m.form_delete_title({ name: title }),
      text: m.form_delete_text(),
      label: m.form_delete_confirm({ name: title }),
    })
    if (!sure) return
    try {
      await resource.remove(record._id)
      form.undoAll()
      form.forget()
      sayDone(m.form_deleted({ name: title }))
      void queries.invalidateQueries({ queryKey: [resource.path] })
      // The form must have nothing unsaved before it is left.
      setTimeout(() => void navigate(back.to))
    } catch (error) {
      sayWrong(error instanceof Error ? error.message : String(error))
    }
  }

  const fork = async () => {
    if (!declaration.fork || !resource.create) return
    try {
      const item = await resource.create(declaration.fork(values))
      form.undoAll()
      form.forget()
      closeConflict()
      setTimeout(() => void navigate(`${back.to}/${item._id}`))
    } catch (error) {
      sayWrong(error instanceof Error ? error.message : String(error))
    }
  }

  const context = useMemo(
    () => ({
      values,
      base: form.ground.base,
      errors,
      set: form.set,
      leave: form.leave,
      undo: form.undo,
      shelf,
      acceptsNull: (path: string) => !(path in errorsOf(schema, withValue(form.ground.base, path, null), 'ko')),
    }),
    [values, errors, form.ground.base, form.set, form.leave, form.undo, shelf, schema],
  )
  const title = (record && declaration.recordName?.(record)) || name(values).trim()
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
          </span>
        }
        actions={
          (declaration.acts || declaration.find) && (
            <>
              {declaration.find && <FindField units={units} lead={lead} />}
              {declaration.acts?.(values, record)}
            </>
          )
        }
        aside={declaration.aside?.(values, record)}
        asideWidth={declaration.asideWidth ?? 352}
        foot={
          <FormFoot form={form} isNew={!record} saving={saving} failure={failure} save={save} lead={lead}>
            {declaration.review && (
              <ReviewButton
                changed={changed}
                base={form.ground.base}
                values={values}
                words={(path, value) => wordsOf(groupsOf(values), path, value)}
              />
            )}
          </FormFoot>
        }
      >
        <form
          ref={body}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          {form.restoredAt && (
            <div className={styles.restored} role="status">
              <span>{m.form_restored({ time: clockTime(form.restoredAt) })}</span>
              <UnstyledButton className={styles.restoredAct} onClick={form.undoAll}>
                {m.form_restored_discard()}
              </UnstyledButton>
            </div>
          )}
          {groupsOf(values).map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h2 className={styles.group}>{group.title}</h2>
              {group.fields.map((field) => (
                <FieldView key={field.name} field={field} form={context} units={units} changed={changed} />
              ))}
            </section>
          ))}
          {record && resource.remove && (
            <section className={styles.removal}>
              <Button data-harm leftSection={<Icon name="trash" />} onClick={() => void remove()}>
                {m.form_delete()}
              </Button>
              <p className={styles.help}>{m.form_delete_help()}</p>
            </section>
          )}
        </form>
        <LeaveGuard
          labels={changedLabels(changed)}
          released={form.released}
          save={save}
          keep={form.keep}
          discard={form.forget}
        />
        {conflict && record && (
          <ConflictDialog
            path={resource.path}
            id={record._id}
            at={conflict.theirs.updatedAt}
            overlaps={conflict.merge.overlaps}
            taken={conflict.merge.taken}
            save={saveResolved}
            fork={declaration.fork && resource.create ? () => void fork() : undefined}
            close={closeConflict}
            words={(path, value) => wordsOf(groupsOf(values), path, value)}
          />
        )}
      </Screen>
    </FormProvider>
  )
}

/** A choice reads as its label. */
const wordsOf = <Shape,>(groups: readonly Group<Shape>[], path: string, value: unknown): string | undefined => {
  for (const field of groups.flatMap(({ fields }) => fields))
    if (field.name === path && field.kind === 'choice') {
      const options: readonly { value: string; label: string }[] = field.options
      return options.find((option) => option.value === value)?.label ?? field.none
    }
  return undefined
}
