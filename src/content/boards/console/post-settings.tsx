import { Button, Checkbox, Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { focusField } from '#console/kit/form/fields/focus-field.ts'
import { FilesControl, PictureControl } from '#console/kit/form/fields/media-controls.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import type { useRecordForm } from '#console/kit/form/use-record-form.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { type Locale, locales } from '#kit/contract.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { Board, Post } from '../contract.ts'
import { LanguagePublishing } from './post-publishing.tsx'
import { getBoardTitle, listCategoryOptions, type PostShape } from './post-resource.tsx'
import { SearchPreview } from './post-search-preview.tsx'
import styles from './post-settings.module.css'
import { SlugField } from './post-slug-field.tsx'
import { ProjectFactsFields } from './project-facts-fields.tsx'
import type { usePostTrash } from './use-post-trash.tsx'

interface PostSettingsProps {
  form: ReturnType<typeof useRecordForm<PostShape>>
  boards: readonly Board[]
  focused: Locale
  setFocused: (locale: Locale) => void
  record: Post | undefined
  /** Undefined for accounts with read access only. */
  trash: ReturnType<typeof usePostTrash> | undefined
  lead: { path: string; turn: number }
}

/** Settings of a post beside its texts: publishing per language, board, category, cover and files. */
export function PostSettings({ form, boards, focused, setFocused, record, trash, lead }: PostSettingsProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { values, changed } = form
  useEffect(() => {
    if (lead.turn > 0 && !/\.(subject|summary|body)$/.test(lead.path)) focusField(panel.current, lead.path)
  }, [lead])
  const isChanged = (...names: string[]) =>
    changed.some(({ path }) => names.some((name) => path.startsWith(name))) || undefined
  const board = boards.find(({ code }) => code === values.code)
  return (
    <div ref={panel} className={styles.panel}>
      <section
        className={styles.part}
        data-changed={isChanged(
          'texts.ko.state',
          'texts.ko.publish',
          'texts.en.state',
          'texts.en.publish',
          'texts.cn.state',
          'texts.cn.publish',
        )}
      >
        <h2 className={styles.heading}>
          {m.boards_publishing()} <span>{m.form_seoul_time()}</span>
        </h2>
        {locales.map((locale) => (
          <LanguagePublishing
            key={locale}
            form={form}
            locale={locale}
            opened={locale === focused}
            open={() => setFocused(locale)}
          />
        ))}
      </section>

      <section className={styles.part} data-changed={isChanged('code', 'category', 'pinned', 'comments', 'slug')}>
        <div className={styles.pair}>
          <Choice
            name="code"
            label={m.content_board()}
            options={boards.map(({ code }) => ({ value: code, label: getBoardTitle(boards, code) }))}
            after={() => form.set('category', null)}
          />
          <Choice name="category" label={m.boards_category()} options={listCategoryOptions(boards, values.code)} none />
        </div>
        <SlugField code={values.code} subject={values.texts.en?.subject ?? ''} />
        <div className={styles.checks}>
          <Check name="pinned" label={m.boards_pinned()} />
          <Check
            name="comments"
            label={m.boards_comments()}
            note={board?.comments === false ? m.comments_board_closed() : undefined}
          />
        </div>
      </section>

      {board?.skin === 'masonry' && values.texts[focused] && (
        <section className={styles.part} data-changed={isChanged(`texts.${focused}.facts`)}>
          <h2 className={styles.heading}>
            {m.boards_facts()} <span>{languageName[focused]}</span>
          </h2>
          <ProjectFactsFields locale={focused} />
        </section>
      )}

      <section className={styles.part} data-changed={isChanged('thumb')}>
        <h2 className={styles.heading}>{m.boards_cover()}</h2>
        <PictureControl name="thumb" label={m.boards_cover()} shape="16 / 9" />
      </section>

      <section className={styles.part} data-changed={isChanged('files')}>
        <h2 className={styles.heading}>{m.boards_files()}</h2>
        <FilesControl
          name="files"
          label={m.boards_files()}
          accept={acceptOf({ kinds: ['picture', 'document'] })}
          maxFiles={20}
          kind="document"
        />
      </section>

      <section className={styles.part}>
        <h2 className={styles.heading}>{m.boards_found()}</h2>
        <SearchPreview post={values} locale={focused} place={board ? textIn(getLocale(), board.title) : values.code} />
      </section>

      {trash && record && !record.trashedAt && (
        <section className={styles.part}>
          <Button
            data-harm
            variant="subtle"
            className={styles.trash}
            leftSection={<Icon name="trash" />}
            onClick={() => void trash.discard()}
          >
            {m.boards_act_trash()}
          </Button>
        </section>
      )}
    </div>
  )
}

function Choice({
  name,
  label,
  options,
  none,
  after,
}: {
  name: string
  label: string
  options: { value: string; label: string }[]
  none?: boolean
  after?: () => void
}) {
  const { value, error, set } = usePath(name)
  return (
    <div>
      <Select
        id={fieldId(name)}
        label={label}
        data={none ? [{ value: '', label: '–' }, ...options] : options}
        value={typeof value === 'string' ? value : ''}
        allowDeselect={false}
        error={error}
        onChange={(next) => {
          set(next || null)
          after?.()
        }}
      />
    </div>
  )
}

function Check({ name, label, note }: { name: string; label: string; note?: string | undefined }) {
  const { value, set } = usePath(name)
  return (
    <Checkbox
      id={fieldId(name)}
      label={label}
      description={note}
      checked={value === true}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  )
}
