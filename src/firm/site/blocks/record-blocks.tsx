import { Link } from 'react-router'
import { ProjectCard } from '#content/boards/public/project-card.tsx'
import { localizePath } from '#content/site/localize-path.ts'
import { getLawyerTitle } from '#firm/lawyers/public/lawyer-title.tsx'
import { m } from '#messages/messages.js'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture, PictureNote } from '#ui/media/picture.tsx'
import { DottedList } from '#ui/text/dotted-list.tsx'
import { UnbrokenText } from '#ui/text/unbroken-text.tsx'
import { bindUnits } from '../text/bind-units.ts'
import type { BlockOf } from './block-section.tsx'
import type { BlockRecords } from './load-block-records.ts'
import styles from './record-blocks.module.css'

/** Height of a project picture divided by its width. */
const projectRatio = 0.75

/** Lawyers in charge, linked to their profiles: portrait, name and practices. */
export function PeopleView({ block, records }: { block: BlockOf<'people'>; records: BlockRecords }) {
  const practice = block.practice ?? records.practice
  const people = records.lawyers
    .filter((lawyer) => (practice ? lawyer.practices.includes(practice) : lawyer.ceo))
    .slice(0, block.most)
  const findTitle = (key: string | undefined) => records.practices.find((each) => each.key === key)?.title
  return (
    <ul className={styles.people}>
      {people.map((lawyer) => (
        <li key={lawyer._id} className={styles.person}>
          <div className={styles.portrait}>
            {lawyer.picture && <Picture picture={lawyer.picture} alt="" sizes="88px" />}
          </div>
          <div className={styles.who}>
            <h3 className={styles.name} lang={foreignLang(lawyer.lang)}>
              <Link className={styles.link} to={localizePath(`/introduction/lawyer/${lawyer.key}`)}>
                <UnbrokenText text={lawyer.title} />
              </Link>
            </h3>
            <p className={styles.what}>
              <DottedList
                parts={[getLawyerTitle(lawyer), findTitle(practice ?? lawyer.practices[0]) ?? []].flat().map(bindUnits)}
              />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Projects of the practice, linked to their pages. */
export function ProjectsView({ block, records }: { block: BlockOf<'projects'>; records: BlockRecords }) {
  const practice = block.practice ?? records.practice
  const projects = records.projects.filter((project) => !practice || project.category === practice).slice(0, block.most)
  return (
    <>
      <ul className={styles.projects} data-alone={projects.length === 1 || undefined}>
        {projects.map((project) => (
          <li key={project._id}>
            <ProjectCard
              project={project}
              to={localizePath(`/project/${project.slug}`)}
              ratio={projectRatio}
              alone={projects.length === 1}
            />
          </li>
        ))}
      </ul>
      {records.demonstration && <PictureNote isBelow>{m.common_picture_note()}</PictureNote>}
    </>
  )
}

export function GalleryView({ items }: Pick<BlockOf<'gallery'>, 'items'>) {
  return (
    <ul className={styles.projects}>
      {items.map(
        ({ picture, text, lang }) =>
          picture && (
            <li key={picture._id}>
              <figure>
                <Picture
                  className={styles.shot}
                  picture={picture}
                  alt={inPageLanguage(picture.alt)}
                  sizes="(min-width: 1200px) 31vw, (min-width: 768px) 47vw, 92vw"
                />
                {text && (
                  <figcaption className={styles.caption} lang={foreignLang(lang)}>
                    {text}
                  </figcaption>
                )}
              </figure>
            </li>
          ),
      )}
    </ul>
  )
}
