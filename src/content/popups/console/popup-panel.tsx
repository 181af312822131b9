import { Button, UnstyledButton } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { ChoiceControl, TagsControl } from '#console/kit/form/fields/basic-controls.tsx'
import { focusField } from '#console/kit/form/fields/focus-field.ts'
import { useKnownFiles } from '#console/kit/form/fields/known-files.ts'
import { PeriodControl } from '#console/kit/form/fields/time-controls.tsx'
import { FormProvider } from '#console/kit/form/form-context.ts'
import { validateValues } from '#console/kit/form/form-errors.ts'
import { FormSummary, SaveButtons } from '#console/kit/form/form-footer.tsx'
import { unitsOfGroups } from '#console/kit/form/saving/change-units.ts'
import { ConflictDialog } from '#console/kit/form/saving/conflict-dialog.tsx'
import { normalizeValues } from '#console/kit/form/saving/normalize-values.ts'
import { useSave } from '#console/kit/form/saving/use-save.ts'
import { useSaveKey } from '#console/kit/form/saving/use-save-key.ts'
import { type FormBase, useRecordForm } from '#console/kit/form/use-record-form.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import square from '#console/kit/parts/icon-button.module.css'
import { TimedStateMark } from '#console/kit/parts/time/publication-period.tsx'
import { isInstant } from '#console/kit/parts/time/seoul-time.ts'
import { withValue } from '#console/kit/parts/values/value-paths.ts'
import { m } from '#messages/messages.js'
import { type Popup, PopupInput } from '../contract.ts'
import type { CalendarPeriod } from './calendar-month.tsx'
import { findOverlappingModals } from './find-overlapping-modals.ts'
import { listPopupFieldGroups } from './popup-fields.tsx'
import { skinLabels } from './popup-labels.tsx'
import styles from './popup-panel.module.css'
import { PopupPreview } from './popup-preview.tsx'
import { getPopupName, type PopupShape, resource, toInput } from './popup-resource.tsx'

interface PopupPanelProps {
  popup: Popup
  others: readonly Popup[]
  /** Period set by dragging; a new `turn` is a new drag. */
  dragged: { period: CalendarPeriod; turn: number } | undefined
  /** Reports the period in the form fields to the calendar. */
  follow: (id: string, period: CalendarPeriod) => void
  close: () => void
}

const listUnits = (values: PopupShape) => unitsOfGroups(listPopupFieldGroups(values))
const toFormBase = (popup: Popup): FormBase<PopupShape> => ({
  base: normalizeValues(toInput(popup), listUnits),
  updatedAt: popup.updatedAt,
})

/** Panel that edits the selected popup beside the calendar, with a preview. */
export function PopupPanel({ popup, others, dragged, follow, close }: PopupPanelProps) {
  const form = useRecordForm({
    formBase: useRef(toFormBase(popup)).current,
    schema: PopupInput,
    unitsOf: listUnits,
    // Share the draft of the full form, so that editing can continue there.
    draft: `draft:${resource.path}:${popup._id}`,
  })
  const { values, units, changed, errors, set } = form
  const knownFiles = useKnownFiles(popup)
  const panel = useRef<HTMLDivElement>(null)
  const focusPath = useCallback((path: string) => focusField(panel.current, path), [])
  const { saving, failure, conflict, save, saveResolved, closeConflict } = useSave({
    resource,
    record: popup,
    form,
    formBase: toFormBase,
    focusError: (found) => {
      const [first] = Object.keys(found)
      if (first) setTimeout(() => focusPath(first))
    },
    saved: () => showSuccess(m.form_saved()),
  })
  useSaveKey(save)

  useEffect(() => {
    if (!dragged) return
    set('startAt', dragged.period.startAt)
    set('endAt', dragged.period.endAt)
  }, [dragged, set])
  const { startAt, endAt } = values
  useEffect(() => {
    // Ignore incomplete input: the bar keeps its last valid period.
    if ([startAt, endAt].every((moment) => moment === null || isInstant(moment))) follow(popup._id, { startAt, endAt })
  }, [follow, popup._id, startAt, endAt])

  const context = useMemo(
    () => ({
      values,
      base: form.ground.base,
      errors,
      set,
      blur: form.blur,
      knownFiles,
      acceptsNull: (path: string) =>
        !(path in validateValues(PopupInput, withValue(form.ground.base, path, null), 'ko')),
    }),
    [values, errors, form.ground.base, set, form.blur, knownFiles],
  )
  const meeting = findOverlappingModals(values, popup._id, others)
  return (
    <FormProvider value={context}>
      <div ref={panel} className={styles.panel}>
        <header className={styles.head}>
          <h2 className={styles.title}>{values.title.ko}</h2>
          <TimedStateMark of={values} />
          <UnstyledButton className={square.square} onClick={close} aria-label={m.form_close()}>
            <Icon name="close" />
          </UnstyledButton>
        </header>
        <div className={styles.fields} data-changed={changed.length > 0 || undefined}>
          <div>
            <span className={styles.label}>{m.list_column_period()}</span>
            <PeriodControl from="startAt" to="endAt" label={m.list_column_period()} />
          </div>
          <div>
            <span className={styles.label}>{m.popups_skin()}</span>
            <ChoiceControl
              field={{
                name: 'skin',
                label: m.popups_skin(),
                options: (['basic', 'bar', 'modal'] as const).map((value) => ({ value, label: skinLabels[value]() })),
              }}
            />
          </div>
          <div>
            <label className={styles.label} htmlFor="field-paths">
              {m.popups_paths()}
            </label>
            <TagsControl
              field={{ name: 'paths', placeholder: m.popups_paths_all(), suggestions: ['/', '/story', '/project'] }}
            />
          </div>
          {meeting.length > 0 && (
            <p className={styles.meeting}>
              <Icon name="warning" size={14} /> {m.popups_meeting({ names: meeting.map(getPopupName).join(', ') })}
            </p>
          )}
        </div>
        <PopupPreview popup={values} />
        <footer className={styles.foot}>
          <FormSummary
            changed={changed}
            units={units}
            errors={errors}
            failure={failure}
            storedAt={undefined}
            focusPath={focusPath}
          />
          <div className={styles.acts}>
            <Button variant="subtle" component={Link} to={`/console/popups/${popup._id}`}>
              {m.popups_edit_all()}
            </Button>
            <SaveButtons
              changed={changed.length > 0}
              isNew={false}
              saving={saving}
              save={() => void save()}
              undoAll={form.undoAll}
            />
          </div>
        </footer>
      </div>
      {conflict && (
        <ConflictDialog
          path={resource.path}
          id={popup._id}
          at={conflict.at}
          overlaps={conflict.merge.overlaps}
          merged={conflict.merge.merged}
          save={saveResolved}
          fork={undefined}
          close={closeConflict}
          formatValue={() => undefined}
        />
      )}
    </FormProvider>
  )
}
