import { Button, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useKnownFiles } from '#console/kit/form/fields/known-files.ts'
import { FormProvider } from '#console/kit/form/form-context.ts'
import { validateValues } from '#console/kit/form/form-errors.ts'
import { FormFooter, fieldsWithErrors, ReadOnlyFooter } from '#console/kit/form/form-footer.tsx'
import { changedLabels } from '#console/kit/form/saving/change-units.ts'
import { ConflictDialog } from '#console/kit/form/saving/conflict-dialog.tsx'
import { LeaveGuard } from '#console/kit/form/saving/leave-guard.tsx'
import { normalizeValues } from '#console/kit/form/saving/normalize-values.ts'
import { useSave } from '#console/kit/form/saving/use-save.ts'
import { useSaveKey } from '#console/kit/form/saving/use-save-key.ts'
import { type FormBase, useRecordForm } from '#console/kit/form/use-record-form.ts'
import { Slot } from '#console/kit/manifest/manifests-provider.tsx'
import { showError, showSuccess, showSuccessLink } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { clockTime } from '#console/kit/parts/time/seoul-time.ts'
import { withValue } from '#console/kit/parts/values/value-paths.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import type { Locale } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { type Post, PostInput } from '../contract.ts'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './post-editor.module.css'
import { PostPreview } from './post-preview.tsx'
import {
  copyAsDraft,
  getBoardTitle,
  getSitePath,
  type PostShape,
  resource,
  toInput,
  useBoards,
} from './post-resource.tsx'
import { PostSettings } from './post-settings.tsx'
import { PostStateMark, postStateLabels } from './post-states.tsx'
import { PostTextColumns } from './post-text-columns.tsx'
import { listPostUnits } from './post-units.tsx'
import { usePostTrash } from './use-post-trash.tsx'

declare module '#console/kit/manifest/console-manifest.ts' {
  interface Slots {
    /** Beside the title of a stored post. */
    'post.head': { post: Post }
  }
}

const toFormBase = (post: Post): FormBase<PostShape> => ({
  base: normalizeValues(toInput(post), listPostUnits),
  updatedAt: post.updatedAt,
})

const skipSaving = async () => undefined

/** Edits a post with its languages side by side; each language is published separately. */
export function PostEditor({ record, begin }: { record: Post | undefined; begin: PostShape }) {
  const navigate = useNavigate()
  const boards = useBoards()
  const form = useRecordForm({
    formBase: useRef(record ? toFormBase(record) : { base: begin, updatedAt: null }).current,
    schema: PostInput,
    unitsOf: listPostUnits,
    draft: `draft:${resource.path}:${record?._id ?? 'new'}`,
  })
  const { values, units, changed, errors } = form
  const knownFiles = useKnownFiles(record)
  const screen = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<{ path: string; turn: number }>({ path: '', turn: 0 })
  const focusPath = useCallback((path: string) => setFocus(({ turn }) => ({ path, turn: turn + 1 })), [])
  const { saving, failure, conflict, save, saveResolved, closeConflict } = useSave({
    resource,
    record,
    form,
    formBase: toFormBase,
    focusError: (found) => {
      const first = fieldsWithErrors(units, found)[0]
      if (first) focusPath(first.path)
    },
    saved: (post) => {
      const href = getSitePath(post)
      if (href) showSuccessLink(m.form_saved(), { href, label: m.boards_see() })
      else showSuccess(m.form_saved())
      if (!record) void navigate(`/console/boards/${post._id}`, { replace: true, flushSync: true })
    },
  })
  const mayWrite = useMayWrite(resource.access)
  useSaveKey(mayWrite ? save : skipSaving)

  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [shown, setShown] = useState<readonly Locale[]>(['ko', 'en'])
  const [sideBySide, setSideBySide] = useState(true)
  const [focused, setFocused] = useState<Locale>('ko')
  // An error in a hidden language opens that language.
  const focusedLocale = /^texts\.(ko|en|cn)/.exec(focus.path)?.[1]
  const columns = wide && sideBySide ? shown : shown.filter((locale) => locale === focused)
  const open = columns.length > 0 ? columns : shown.slice(0, 1)

  const [previewing, setPreviewing] = useState(false)
  const trash = usePostTrash(record, () => {
    form.undoAll()
    form.forget()
  })

  const saveAsNewPost = async () => {
    try {
      const draft = await resource.create?.(copyAsDraft(values))
      if (!draft) return
      form.undoAll()
      form.forget()
      closeConflict()
      setTimeout(() => void navigate(`/console/boards/${draft._id}`))
    } catch (error) {
      showError(error)
    }
  }

  const context = useMemo(
    () => ({
      values,
      base: form.ground.base,
      errors,
      set: form.set,
      blur: form.blur,
      knownFiles,
      readOnly: !mayWrite,
      acceptsNull: (path: string) =>
        !(path in validateValues(PostInput, withValue(form.ground.base, path, null), 'ko')),
    }),
    [values, errors, form.ground.base, form.set, form.blur, knownFiles, mayWrite],
  )
  const subject = values.texts.ko.subject?.trim() || m.boards_untitled()
  const board = getBoardTitle(boards, values.code)
  const address = record && getSitePath(record)
  const back = values.code ? `/console/boards?code=${values.code}` : '/console/boards'
  return (
    <FormProvider value={context}>
      <Screen
        fillsScreen
        asideWidth={328}
        title={subject}
        before={
          <Button
            className={styles.back}
            variant="subtle"
            component={Link}
            to={back}
            aria-label={m.form_back({ list: board })}
          >
            <Icon name="back" />
          </Button>
        }
        note={
          <span className={styles.note}>
            {board}
            {record && <PostStateMark text={record.texts.ko} />}
          </span>
        }
        actions={
          <>
            {record && <Slot name="post.head" post={record} />}
            {address && (
              <Button
                component="a"
                href={address}
                target="_blank"
                rel="noopener"
                leftSection={<Icon name="external" />}
              >
                {m.boards_see()}
              </Button>
            )}
            <Button leftSection={<Icon name="screen" />} onClick={() => setPreviewing(true)}>
              {m.boards_preview()}
            </Button>
          </>
        }
        filters={
          <LanguageSwitch
            texts={values.texts}
            shown={shown}
            sideBySide={sideBySide}
            wide={wide}
            focused={focused}
            show={(next, locale) => {
              setShown(next)
              setFocused(locale)
            }}
            setSideBySide={setSideBySide}
          />
        }
        aside={
          <fieldset className={styles.fields} disabled={!mayWrite}>
            <PostSettings
              form={form}
              boards={boards}
              focused={focused}
              setFocused={setFocused}
              record={record}
              trash={mayWrite ? trash : undefined}
              lead={focus}
            />
          </fieldset>
        }
        foot={
          mayWrite ? (
            <FormFooter
              form={form}
              isNew={!record}
              saving={saving}
              failure={failure}
              save={save}
              focusPath={focusPath}
            />
          ) : (
            <ReadOnlyFooter />
          )
        }
      >
        <div ref={screen} className={styles.sheet}>
          {record?.trashedAt && (
            <p className={styles.strip} role="status">
              {m.boards_in_trash()}
              {mayWrite && (
                <UnstyledButton className={styles.stripAct} onClick={() => void trash.restore()}>
                  {m.boards_act_restore()}
                </UnstyledButton>
              )}
            </p>
          )}
          {form.restoredAt && (
            <p className={styles.strip} role="status">
              {m.form_restored({ time: clockTime(form.restoredAt) })}
              <UnstyledButton className={styles.stripAct} onClick={form.undoAll}>
                {m.form_restored_discard()}
              </UnstyledButton>
            </p>
          )}
          <fieldset className={styles.fields} disabled={!mayWrite}>
            <PostTextColumns
              form={form}
              shown={
                focusedLocale && !open.some((locale) => locale === focusedLocale)
                  ? [...open.slice(0, -1), toLocale(focusedLocale)]
                  : open
              }
              focused={focused}
              setFocused={setFocused}
              lead={focus}
            />
          </fieldset>
        </div>
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
            at={conflict.at}
            overlaps={conflict.merge.overlaps}
            merged={conflict.merge.merged}
            save={saveResolved}
            fork={() => void saveAsNewPost()}
            close={closeConflict}
            formatValue={(path, value) =>
              path.endsWith('.state') && typeof value === 'string' && value in postStateLabels
                ? postStateLabels[value === 'published' ? 'published' : value === 'hidden' ? 'hidden' : 'draft']()
                : undefined
            }
          />
        )}
        <PostPreview
          opened={previewing}
          close={() => setPreviewing(false)}
          post={values}
          knownFiles={knownFiles}
          boards={boards}
        />
      </Screen>
    </FormProvider>
  )
}

const toLocale = (name: string): Locale => (name === 'en' || name === 'cn' ? name : 'ko')
