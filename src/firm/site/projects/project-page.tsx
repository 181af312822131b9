import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { CommentSection } from '#content/comments/public/comment-section.tsx'
import { AdjacentPosts } from '#content/reading/public/adjacent-posts.tsx'
import { ImageGallery } from '#content/reading/public/image-gallery.tsx'
import { PostAttachments } from '#content/reading/public/post-attachments.tsx'
import { type ArticleSection, splitSections } from '#content/reading/rules.ts'
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import type { PublicLawyer } from '#firm/lawyers/contract.ts'
import { getLawyerTitle } from '#firm/lawyers/public/lawyer-title.tsx'
import { groupDigits } from '#kit/text/format-values.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { MarkButtons } from '#people/bookmarks/public/mark-buttons.tsx'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture, PictureLabel } from '#ui/media/picture.tsx'
import { DottedList } from '#ui/text/dotted-list.tsx'
import { Prose } from '#ui/text/prose.tsx'
import { SectionTitle } from '#ui/text/section.tsx'
import { UnbrokenText } from '#ui/text/unbroken-text.tsx'
import { listArticleMeta, toArticleSchema } from '../article/article-meta.ts'
import { readComments } from '../article/read-comments.ts'
import { getSiteContext } from '../loader-context.ts'
import { ClosingSection } from '../page-parts/closing-section.tsx'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createProjectCard } from '../social-cards/firm-cards.ts'
import { bindUnits } from '../text/bind-units.ts'
import styles from './project-page.module.css'

export const handle: PageHandle = { cached: true, query: ['comments'] }

/** Maximum lawyers of the project's practice. */
const maxLawyers = 4

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const [{ board: project }, { setting }, { practices }, { lawyers }] = await Promise.all([
    api.reading.article({ params: { id: params.post ?? '' }, query: { code: 'project' } }),
    api.settings.published(),
    api.practices.published(),
    api.lawyers.published(),
  ])
  const { body, related: _related, ...rest } = project
  // Categories of projects are keys of practices.
  const practice = practices.find(({ key }) => key === project.category)
  return {
    origin,
    project: rest,
    card: getCardLink(createProjectCard(locale, project, setting)),
    comments: await readComments(api.comments, project, request.url),
    chapters: splitSections(body),
    practice: practice && { title: practice.title, path: practice.path, lang: practice.lang },
    lawyers: practice ? lawyers.filter(({ practices: own }) => own.includes(practice.key)).slice(0, maxLawyers) : [],
    name: setting.name,
    phone: setting.phone,
    demonstration: setting.demonstration,
  }
}
type ProjectData = Awaited<ReturnType<typeof loader>>

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) => {
  if (!page) return []
  const { project, card, origin, name } = page
  return [
    ...describePage({
      title: `${project.subject} · ${m.site_menu_project()} · ${name}`,
      description: project.summary || project.subject,
      origin,
      path: localizePath(`/project/${project.slug}`),
      siteName: name,
      card,
      crumbs: [{ title: m.site_menu_project(), to: '/project' }, { title: project.subject }],
      type: 'article',
      about: toArticleSchema('Article', project, origin, name),
    }),
    ...listArticleMeta(project),
  ]
}

export default function Project() {
  const page = useLoaderData<typeof loader>()
  const { project, comments, chapters, practice, lawyers, demonstration } = page
  const lang = foreignLang(project.lang)
  const [first, ...others] = chapters
  // A portrait would be cropped to a strip: place it beside the title.
  const isUpright = project.thumb !== null && project.thumb.height > project.thumb.width
  return (
    <>
      <article className={styles.project} data-ground="paper">
        <PageHeader
          title={project.subject}
          lang={lang}
          lead={project.summary}
          crumbs={[{ title: m.site_menu_project(), to: '/project' }, { title: project.subject }]}
          className={styles.head}
          picture={isUpright && <Cover project={project} labelled={demonstration} />}
        />
        {!isUpright && <Cover project={project} labelled={demonstration} />}
        <Facts project={project} practice={practice} />
        {first && <ChapterView chapter={first} lang={lang} />}
        {project.facts.result && (
          <section className={styles.chapter}>
            <SectionTitle className={styles.title}>{m.reading_fact_result()}</SectionTitle>
            <div className={styles.matter}>
              <p className={styles.result} lang={lang}>
                {bindUnits(project.facts.result)}
              </p>
              <p className={styles.note}>{m.reading_result_note()}</p>
            </div>
          </section>
        )}
        {project.pictures.length > 0 && (
          <div className={styles.gallery}>
            <ImageGallery pictures={project.pictures} subject={project.subject} labelled={demonstration} />
          </div>
        )}
        {others.map((chapter) => (
          <ChapterView key={chapter.title + chapter.html.length} chapter={chapter} lang={lang} />
        ))}
        {project.files.length > 0 && (
          <div className={styles.files}>
            <PostAttachments files={project.files} />
          </div>
        )}
        <div className={styles.files}>
          <MarkButtons
            key={project._id}
            kind="post"
            record={project._id}
            address={localizePath(`/project/${project.slug}`)}
          />
        </div>
        {lawyers.length > 0 && <Lawyers lawyers={lawyers} practice={practice} />}
        {comments && (
          <div className={styles.files}>
            <CommentSection
              key={`${project._id} ${comments.page}`}
              post={project._id}
              found={comments}
              address={localizePath(`/project/${project.slug}`)}
            />
          </div>
        )}
        <div className={styles.ways}>
          <AdjacentPosts
            label={m.reading_neighbours()}
            previous={project.previous}
            next={project.next}
            words={{ previous: m.reading_project_previous(), next: m.reading_project_next() }}
            to={(slug) => localizePath(`/project/${slug}`)}
            pictured
          />
        </div>
      </article>
      <ClosingSection
        title={m.reading_project_closing()}
        lead={m.reading_project_closing_lead()}
        phone={page.phone}
        to={project.category ? `/consult?practice=${project.category}` : '/consult'}
      />
    </>
  )
}

function Cover({ project: { thumb }, labelled }: Pick<ProjectData, 'project'> & { labelled: boolean }) {
  if (!thumb) return null
  const upright = thumb.height > thumb.width
  return (
    <div className={styles.cover} data-upright={upright || undefined}>
      <Picture
        className={styles.picture}
        picture={thumb}
        alt={inPageLanguage(thumb.alt)}
        sizes={upright ? '(min-width: 1200px) 624px, 100vw' : '100vw'}
        isFirst
      />
      {labelled && <PictureLabel>{m.common_picture_label()}</PictureLabel>}
    </div>
  )
}

function Facts({ project, practice }: Pick<ProjectData, 'project' | 'practice'>) {
  const { facts } = project
  const count = facts.households ? groupDigits(facts.households) : undefined
  const rows = [
    { name: m.reading_fact_households(), value: count && m.common_households({ count }) },
    { name: m.reading_fact_service(), value: facts.service, lang: foreignLang(project.lang) },
    { name: m.reading_fact_region(), value: facts.region, lang: foreignLang(project.lang) },
    { name: m.reading_fact_year(), value: facts.year && m.reading_year({ year: facts.year }) },
    {
      name: m.home_lawyer_practice(),
      value: practice?.title,
      to: practice?.path,
      lang: practice && foreignLang(practice.lang),
    },
  ].filter(({ value }) => value)
  if (rows.length === 0) return null
  return (
    <dl className={styles.facts}>
      {rows.map(({ name, value, to, lang }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd lang={lang}>{to ? <Link to={localizePath(to)}>{value}</Link> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Title on the left, content on the right, also without a title. */
function ChapterView({ chapter, lang }: { chapter: ArticleSection; lang: string | undefined }) {
  return (
    <section className={styles.chapter}>
      {chapter.title && (
        <SectionTitle className={styles.title} lang={lang}>
          {bindUnits(chapter.title)}
        </SectionTitle>
      )}
      <Prose className={styles.matter} html={chapter.html} lang={lang} />
    </section>
  )
}

function Lawyers({ lawyers, practice }: { lawyers: PublicLawyer[]; practice: ProjectData['practice'] }) {
  return (
    <section className={styles.chapter}>
      <SectionTitle className={styles.title}>{m.reading_project_lawyers()}</SectionTitle>
      <ul className={styles.lawyers}>
        {lawyers.map((lawyer) => (
          <li key={lawyer._id}>
            <Link className={styles.lawyer} to={localizePath(`/introduction/lawyer/${lawyer.key}`)}>
              {lawyer.picture && <Picture className={styles.portrait} picture={lawyer.picture} alt="" sizes="88px" />}
              <span className={styles.person}>
                <span className={styles.name} lang={foreignLang(lawyer.lang)}>
                  <UnbrokenText text={lawyer.title} />
                </span>
                <span className={styles.role}>
                  <DottedList parts={[getLawyerTitle(lawyer), practice?.title ?? []].flat().map(bindUnits)} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
