import type { PublicSection } from '#content/pages/contract.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { PictureNote } from '#ui/media/picture.tsx'
import { Section } from '#ui/text/section.tsx'
import { getMasonryFrame, layOutProjects, ProjectMasonry } from '../projects/project-masonry.tsx'
import type { HomeData } from './load-home.ts'

export function ProjectsSection({ section, home }: { section: PublicSection; home: HomeData }) {
  const layout = layOutProjects(home.projects)
  return (
    <Section
      isDeferred
      ground="white"
      title={section.title}
      lang={foreignLang(section.lang)}
      {...getMasonryFrame(layout)}
      act={<TextLink to={localizePath('/project')}>{m.home_projects_all()}</TextLink>}
    >
      <ProjectMasonry projects={home.projects} layout={layout} />
      {home.demonstration && <PictureNote isBelow>{m.common_picture_note()}</PictureNote>}
    </Section>
  )
}
