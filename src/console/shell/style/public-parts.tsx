import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import { type ClientLoaderFunctionArgs, Link, type MetaDescriptor } from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { guardRoute, loginPath, replaceDocument } from '#session/page-guard.ts'
import { Button, ButtonLink, IconButton } from '#ui/controls/button.tsx'
import { Icon, iconNames } from '#ui/controls/icon.tsx'
import { Tag } from '#ui/controls/tag.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { FontSheets } from '#ui/fonts.tsx'
import { type Ground, Section } from '#ui/text/section.tsx'
import styles from './public-parts.module.css'
import { PublicSlider } from './public-slider.tsx'

/** Parts of the public sites, on their own page, because they share no style sheet with the console. */
export const handle: PageHandle = { hydrate: 'now', cached: false }

export const meta = (): MetaDescriptor[] => [{ title: m.style_public() }, { name: 'robots', content: 'noindex' }]

export const clientLoader = async (args: ClientLoaderFunctionArgs) => {
  if (!(await guardRoute(args, ['console']))) throw replaceDocument(loginPath('/console/style/public'))
  return null
}
clientLoader.hydrate = true as const

const grounds: readonly Ground[] = ['paper', 'white', 'sand', 'ink']

export default function PublicParts() {
  return (
    <main>
      <div className={styles.head} data-ground="paper">
        <h1>{m.style_public()}</h1>
        <Link to="/console/style" reloadDocument>
          {m.shell_place_style()}
        </Link>
      </div>
      {grounds.map((ground) => (
        <Section
          key={ground}
          ground={ground}
          title={ground}
          lead={m.style_type_sample()}
          act={<TextLink to="#">{m.style_word_all()}</TextLink>}
        >
          <div className={styles.parts}>
            <Button>{m.style_word_save()}</Button>
            <Button busy>{m.style_word_saving()}</Button>
            <Button disabled>{m.style_word_disabled()}</Button>
            <ButtonLink to="#" icon="arrow-right">
              {m.style_word_preview()}
            </ButtonLink>
          </div>
          <div className={styles.parts}>
            <Button look="outline">{m.style_word_save()}</Button>
            <Button look="outline" disabled>
              {m.style_word_disabled()}
            </Button>
            <Button look="outline" low icon="phone">
              {m.style_word_chip()}
            </Button>
            <Button look="plain">{m.style_word_undo()}</Button>
          </div>
          <div className={styles.parts}>
            <IconButton icon="arrow-left" label={m.common_newer()} framed />
            <IconButton icon="arrow-right" label={m.common_older()} framed disabled />
            <IconButton icon="menu" label={m.style_menu()} />
            <Tag>{m.style_mark_new()}</Tag>
            <Spinner />
          </div>
          <div className={styles.parts}>
            {iconNames.map((name) => (
              <Icon key={name} name={name} />
            ))}
          </div>
          {ground !== 'ink' && (
            <>
              <div className={styles.parts}>
                <TextField label={m.login_username()} name={`${ground}-rest`} />
                <TextField
                  label={m.login_username()}
                  name={`${ground}-hint`}
                  required={false}
                  hint={m.common_link_help()}
                />
                <TextField label={m.login_username()} name={`${ground}-wrong`} error={m.login_username_required()} />
                <TextField label={m.login_username()} name={`${ground}-good`} defaultValue="daecheong" confirmed />
                <TextField label={m.login_username()} name={`${ground}-busy`} defaultValue="daecheong" busy />
                <TextField label={m.style_word_disabled()} name={`${ground}-off`} disabled />
              </div>
              <div className={styles.parts}>
                <Skeleton width={240} height={160} />
                <Skeleton width={320} height={24} />
              </div>
              <Notice title={m.dashboard_nothing_title()} text={m.dashboard_nothing_text()} />
              <Notice kind="error" title={m.dashboard_failed_title()} text={m.account_error_network()} />
            </>
          )}
        </Section>
      ))}
      <PublicSlider />
      <FontSheets />
    </main>
  )
}
