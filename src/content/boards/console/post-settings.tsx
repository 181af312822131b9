import { Button, Checkbox, SegmentedControl, Select, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { focusField } from '#console/kit/form/fields/focus-field.ts'
import { FilesControl, PictureControl } from '#console/kit/form/fields/media-controls.tsx'
import { InstantControl } from '#console/kit/form/fields/time-controls.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import type { useRecordForm } from '#console/kit/form/use-record-form.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import { type Locale, locales } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { Board, Post } from '../contract.ts'
import { getBoardTitle, listCategoryOptions, type PostShape, publicPathPrefixes } from './post-resource.tsx'
import styles from './post-settings.module.css'
import { formatPublishPeriod, getEffectiveStateNow, postMarks, postStateLabels } from './post-states.tsx'
import { ProjectFactsFields } from './project-facts-fields.tsx'
import type { usePostTrash } from './use-post-trash.tsx'

interface PostPanelProps {
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
export function PostSettings({ form, boards, focused, setFocused, record, trash, lead }: PostPanelProps) {
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
        <Slug code={values.code} subject={values.texts.en?.subject ?? ''} />
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
          accept=".pdf,.hwp,.hwpx,.docx,.xlsx,.pptx,.zip,image/*"
          most={20}
          kind="document"
        />
      </section>

      <section className={styles.part}>
        <h2 className={styles.heading}>{m.boards_found()}</h2>
        <FoundAs post={values} locale={focused} place={board ? textIn(getLocale(), board.title) : values.code} />
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

interface LanguagePublishingProps {
  form: ReturnType<typeof useRecordForm<PostShape>>
  locale: Locale
  opened: boolean
  open: () => void
}

/** Publishing state and period of one language; expanded for the language being edited. */
function LanguagePublishing({ form, locale, opened, open }: LanguagePublishingProps) {
  const text = form.values.texts[locale]
  const state = text && getEffectiveStateNow(text)
  const path = `texts.${locale}`
  const head = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.publishing}>
      <UnstyledButton ref={head} className={styles.publishingHead} aria-expanded={opened} onClick={open}>
        <StateShape mark={state ? postMarks[state] : 'ended'} />
        <strong>{languageName[locale]}</strong>
        <span>
          {text && state ? (formatPublishPeriod(text) ?? postStateLabels[state]()) : m.boards_shown_in_korean()}
        </span>
      </UnstyledButton>
      {opened && text && (
        <div className={styles.publishingBody}>
          <SegmentedControl
            fullWidth
            id={fieldId(`${path}.state`)}
            aria-label={`${languageName[locale]} ${m.list_column_state()}`}
            value={text.state}
            onChange={(next) => form.set(`${path}.state`, next)}
            data={[
              { value: 'draft', label: postStateLabels.draft() },
              { value: 'published', label: m.boards_act_publish() },
              { value: 'hidden', label: postStateLabels.hidden() },
            ]}
          />
          {text.state === 'published' && (
            <div className={styles.period}>
              <span>{m.form_from()}</span>
              <InstantControl
                name={`${path}.publishFrom`}
                label={`${languageName[locale]} ${m.form_from()}`}
                none={m.boards_from_now()}
              />
              <span>{m.form_to()}</span>
              <InstantControl
                name={`${path}.publishTo`}
                label={`${languageName[locale]} ${m.form_to()}`}
                none={m.form_to_none()}
                endOfDay
              />
            </div>
          )}
          {locale !== 'ko' && (
            <UnstyledButton
              className={styles.accent}
              onClick={() => {
                form.set(path, undefined)
                head.current?.focus()
              }}
            >
              {m.boards_remove_language({ language: languageName[locale] })}
            </UnstyledButton>
          )}
        </div>
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

/**
 * Converts the Latin words of a subject into a slug: `Winter condensation: defect?` becomes
 * `winter-condensation-defect`.
 */
export const createSlug = (subject: string): string =>
  subject
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')

function Slug({ code, subject }: { code: string; subject: string }) {
  const { value, error, set, leave } = usePath('slug')
  const typed = typeof value === 'string' ? value : ''
  const proposal = createSlug(subject)
  const place = publicPathPrefixes[code] ?? '/'
  return (
    <div className={styles.slug}>
      <TextInput
        id={fieldId('slug')}
        label={m.boards_slug()}
        leftSection={<span className={styles.place}>{place}</span>}
        leftSectionWidth={place.length * 7.5 + 14}
        placeholder={m.boards_slug_none()}
        value={typed}
        maxLength={80}
        error={error}
        onChange={({ currentTarget }) => set(currentTarget.value === '' ? null : currentTarget.value)}
        onBlur={leave}
      />
      {proposal && proposal !== typed && (
        <UnstyledButton className={styles.accent} onClick={() => set(proposal)}>
          {m.boards_slug_propose({ slug: proposal })}
        </UnstyledButton>
      )}
    </div>
  )
}

/** Preview as a search result. */
function FoundAs({ post, locale, place }: { post: PostShape; locale: Locale; place: string }) {
  const text = post.texts[locale] ?? post.texts.ko
  return (
    <div className={styles.found}>
      <p className={styles.foundPlace}>{[m.boards_found_firm(), place, post.slug].filter(Boolean).join(' › ')}</p>
      <p className={styles.foundTitle}>{text.subject || m.boards_untitled()}</p>
      <p className={styles.foundText}>{text.summary || m.boards_found_none()}</p>
    </div>
  )
}
