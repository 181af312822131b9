import type { ReactNode } from 'react'
import type { PublicBlock } from '#content/blocks/contract.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import { ClosingSection } from '../page-parts/closing-section.tsx'
import { CalculatorBlock } from '../periods/calculator-block.tsx'
import { BlockSection } from './block-section.tsx'
import styles from './block-views.module.css'
import { BenefitsView, FiguresView, ListView, StepsView, TimelineView } from './list-blocks.tsx'
import type { BlockRecords } from './load-block-records.ts'
import { PictureBand } from './picture-band.tsx'
import { QuestionsView } from './questions-block.tsx'
import { GalleryView, PeopleView, ProjectsView } from './record-blocks.tsx'
import { UrgentStepsView } from './urgent-steps-block.tsx'
import { YearsView } from './years-block.tsx'

/** Practice whose liability periods can be calculated; other years blocks are about something else. */
const calculatedPractice = 'building'

/** Returns the address of the list of projects, filtered by practice if given. */
const getProjectsUrl = (practice: string | null): string =>
  localizePath(practice ? `/project?category=${practice}` : '/project')

function BlockView({ block, records }: { block: PublicBlock; records: BlockRecords }): ReactNode {
  switch (block.kind) {
    case 'text':
      return (
        <BlockSection block={block} leads>
          <div className={styles.prose} lang={foreignLang(block.lang)}>
            <RichText html={block.text} />
          </div>
        </BlockSection>
      )
    case 'picture':
      return <PictureBand block={block} />
    case 'list':
      return (
        <BlockSection block={block} ground="sand">
          <ListView items={block.items} />
        </BlockSection>
      )
    case 'steps':
      return (
        <BlockSection block={block}>
          <StepsView items={block.items} />
        </BlockSection>
      )
    case 'today':
      return (
        <BlockSection block={block} ground="ink" wide>
          <UrgentStepsView block={block} phone={records.phone} />
        </BlockSection>
      )
    case 'gains':
      return (
        <BlockSection block={block}>
          <BenefitsView items={block.items} />
        </BlockSection>
      )
    case 'years':
      return (
        <BlockSection block={block} leads>
          <YearsView block={block} />
          {records.practice === calculatedPractice && <CalculatorBlock />}
        </BlockSection>
      )
    case 'figures':
      return (
        <BlockSection block={block}>
          <FiguresView items={block.items} />
        </BlockSection>
      )
    case 'timeline':
      return (
        <BlockSection block={block}>
          <TimelineView items={block.items} />
        </BlockSection>
      )
    case 'questions':
      return (
        <BlockSection block={block}>
          <QuestionsView items={block.items} />
        </BlockSection>
      )
    case 'gallery':
      return (
        <BlockSection block={block} ground="white" wide>
          <GalleryView items={block.items} />
        </BlockSection>
      )
    case 'people':
      return (
        <BlockSection block={block}>
          <PeopleView block={block} records={records} />
        </BlockSection>
      )
    case 'projects':
      return (
        <BlockSection
          block={block}
          ground="white"
          wide
          act={<TextLink to={getProjectsUrl(block.practice ?? records.practice)}>{m.practice_projects_all()}</TextLink>}
        >
          <ProjectsView block={block} records={records} />
        </BlockSection>
      )
    case 'call':
      return (
        <ClosingSection
          id={block.anchor}
          lang={foreignLang(block.lang)}
          title={block.title}
          lead={block.lead}
          act={records.act || block.act}
          to={block.link}
          phone={records.phone}
        />
      )
  }
}

/** Renders the blocks of a page in order. */
export function BlockViews({ blocks, records }: { blocks: readonly PublicBlock[]; records: BlockRecords }) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block) => (
        <BlockView key={block.anchor} block={block} records={records} />
      ))}
    </div>
  )
}
