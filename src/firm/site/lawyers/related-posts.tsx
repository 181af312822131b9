import { ProjectCard } from '#content/boards/public/project-card.tsx'
import { StoryCard } from '#content/boards/public/story-card.tsx'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { PictureNote } from '#ui/media/picture.tsx'
import { Section } from '#ui/text/section.tsx'
import type { LawyerPage } from './load-lawyer-page.ts'
import styles from './related-posts.module.css'

/** Height of a picture divided by its width in a row of projects. */
const ratio = 3 / 4

/** True if the first project takes a full row, so that the others fill theirs. */
const isLed = (count: number): boolean => count % 3 === 1

/** Projects and stories of a lawyer; empty sections are left out. */
export function RelatedPosts({ page }: { page: Pick<LawyerPage, 'projects' | 'stories' | 'demonstration'> }) {
  const { projects, stories, demonstration } = page
  return (
    <>
      {projects.length > 0 && (
        <Section
          ground="white"
          title={m.people_projects()}
          act={<TextLink to={localizePath('/project')}>{m.people_projects_all()}</TextLink>}
          className={styles.related}
        >
          <ul className={styles.row} data-led={isLed(projects.length) || undefined}>
            {projects.map((project, at) => (
              <li key={project._id}>
                <ProjectCard
                  project={project}
                  to={localizePath(`/project/${project.slug}`)}
                  ratio={ratio}
                  wide={at === 0 && isLed(projects.length)}
                />
              </li>
            ))}
          </ul>
          {demonstration && <PictureNote isBelow>{m.common_picture_note()}</PictureNote>}
        </Section>
      )}
      {stories.length > 0 && (
        <Section
          ground="paper"
          title={m.people_written()}
          act={<TextLink to={localizePath('/story')}>{m.people_written_all()}</TextLink>}
          className={styles.related}
        >
          <ul className={styles.row}>
            {stories.map((story) => (
              <li key={story._id}>
                <StoryCard story={story} to={localizePath(`/story/${story.slug}`)} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
