import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { PublicWorkLine } from '../../works/contract.ts'
import wall from '../auctions/works-wall.module.css'
import { formatWonRange } from '../format/format-amounts.ts'
import { localizePath, workPath } from '../paths.ts'
import { calculateWallFit, formatSize, minimumTrueWidth } from '../wall/wall-scale.ts'
import { WorkPicture } from '../wall/work-picture.tsx'

/** Works from several auctions on one wall; prices are on the works' own pages. */
export function AuthorWorks({ works }: { works: readonly PublicWorkLine[] }) {
  const fit = calculateWallFit(works)
  if (works.length === 0) return <p>{m.auction_no_works()}</p>
  return (
    <>
      <p className={wall.note}>{m.auction_wall_note({ count: works.length, width: minimumTrueWidth(fit) })}</p>
      <ul className={wall.wall}>
        {works.map((work) => (
          <li key={work._id} className={wall.work}>
            <div className={wall.hanging}>
              <WorkPicture picture={work.picture} size={work} fit={fit} sizes="(min-width: 1200px) 290px, 45vw" />
            </div>
            <div className={wall.label}>
              <p className={wall.line}>
                <span className={wall.lot}>
                  {work.program.title} · {m.auction_lot({ lot: work.lot })}
                </span>
              </p>
              <h2 className={wall.name} lang={foreignLang(work.lang)}>
                <Link to={localizePath(workPath(work._id))}>
                  <span className={wall.title}>{work.title}</span>
                </Link>
              </h2>
              <p className={wall.facts}>{[work.medium, formatSize(work), work.made].filter(Boolean).join(', ')}</p>
              {work.estimateLow !== null && (
                <p className={wall.facts}>
                  {m.auction_estimate({ range: formatWonRange(work.estimateLow, work.estimateHigh) })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
